import { useState } from "react";
import type { AttachedFile } from "@/hooks";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";
import { visibleText, writtenOut } from "../ui/visible-text";
import { FileMark } from "./file-mark";
import { useBlobUrl } from "./use-blob-url";

/** The files of the message that is being written: what each is, how far it is, and a way to take it out. */
export function AttachedFiles({
  files,
  onDetach,
  onRetry,
}: {
  files: readonly AttachedFile[];
  onDetach: (id: string) => void;
  onRetry: (id: string) => void;
}) {
  const strings = useStrings().attachments;
  if (files.length === 0) return null;
  return (
    <ul className="tw-files" aria-label={strings.attached}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} onDetach={onDetach} onRetry={onRetry} />
      ))}
    </ul>
  );
}

function FileRow({
  file,
  onDetach,
  onRetry,
}: {
  file: AttachedFile;
  onDetach: (id: string) => void;
  onRetry: (id: string) => void;
}) {
  const strings = useStrings().attachments;
  const { id, name, size, state } = file;
  const shownName = writtenOut(name);
  return (
    <li className="tw-file" data-state={state.status}>
      <Preview file={file} />
      <span className="tw-file-words">
        <bdi className="tw-file-name" title={shownName}>
          {visibleText(name)}
        </bdi>
        <span className="tw-file-state" role={state.status === "failed" ? "alert" : undefined}>
          {wordsOf(file, strings)}
        </span>
      </span>
      {state.status === "failed" && state.canRetry && (
        <IconButton
          icon="retry"
          label={strings.retry(shownName)}
          onClick={() => onRetry(id)}
          className="tw-file-button"
        />
      )}
      <IconButton
        icon="close"
        label={strings.remove(shownName)}
        className="tw-file-button"
        onClick={({ currentTarget }) => {
          nextControl(currentTarget)?.focus({ preventScroll: true }); // this one goes
          onDetach(id);
        }}
      />
      {state.status === "uploading" && (
        <progress
          className="tw-file-progress"
          aria-label={strings.uploading(shownName)}
          value={state.sentBytes}
          max={size}
        />
      )}
    </li>
  );
}

/** What somebody with a keyboard goes on with when a file is gone: the next file, the one before, or the button that attaches. */
function nextControl(button: HTMLElement): HTMLElement | null | undefined {
  const row = button.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const file = neighbour?.querySelector<HTMLElement>("button:last-of-type");
  return file ?? row?.closest(".tw-composer")?.querySelector<HTMLElement>("button:not(.tw-file-button)");
}

function Preview({ file: { kind, blob } }: { file: AttachedFile }) {
  const url = useBlobUrl(kind === "image" ? blob : undefined);
  const [isBroken, setIsBroken] = useState(false); // its name says image, its bytes do not
  if (url !== undefined && !isBroken) {
    return <img className="tw-file-preview" src={url} alt="" onError={() => setIsBroken(true)} />;
  }
  return <FileMark kind={kind} />;
}

function wordsOf({ state, size }: AttachedFile, strings: ReturnType<typeof useStrings>["attachments"]): string {
  switch (state.status) {
    case "uploading":
      return strings.progress(state.sentBytes, size);
    case "waiting":
      return strings.waiting;
    case "failed":
      return state.message ?? strings.failed;
    case "uploaded":
      return strings.bytes(size);
    default:
      return state satisfies never;
  }
}
