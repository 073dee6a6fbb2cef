import { useEffect, useRef, useState } from "react";
import { type ToolCallView, useToolCallStream } from "@/hooks";
import { IconButton } from "../../ui/button";
import { CopyButton } from "../../ui/export/copy-button";
import { downloadText, fileNameOf } from "../../ui/export/download-text";
import { StatusMark } from "../../ui/status-mark";
import { useStrings } from "../../ui/strings";
import { visibleText } from "../../ui/visible-text";
import { callAppearance, Weft } from "../state";
import { ArtifactChanges } from "./artifact-changes";
import { ArtifactCode } from "./artifact-code";
import { useArtifact } from "./artifact-context";
import { ArtifactPreview } from "./artifact-preview";
import { ArtifactTabs, type ArtifactView } from "./artifact-tabs";
import { ArtifactVersions } from "./artifact-versions";
import { fileTypeOf } from "./file-type";
import { type Artifact, countLines, readArtifact } from "./read-artifact";
import { useArtifactVersions } from "./use-artifact-versions";

/** The document that is open beside the conversation. Draws nothing once its call is gone. */
export function ArtifactPanel({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  return call && <OpenPanel call={call} />;
}

function OpenPanel({ call }: { call: ToolCallView }) {
  const { artifact: words } = useStrings();
  const { open, close } = useArtifact();
  const artifact = readArtifact(call);
  const versions = useArtifactVersions(artifact.title);
  const position = versions.indexOf(call.key);
  const [picked, setPicked] = useState<{ readonly view: ArtifactView; readonly document: string | undefined }>();
  // What was picked for one document says nothing of another one; its versions are the same document.
  const view = viewOf(artifact, picked?.document === versions[0] ? picked?.view : undefined, position > 0);
  useNewestVersion(versions, call.key);
  const step = (by: number) => {
    const key = versions[position + by];
    if (key !== undefined) open(key);
  };
  return (
    <section
      className="tw-panel"
      aria-label={words.panel(artifact.title)}
      data-version={position + 1}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        step(event.key === "ArrowLeft" ? -1 : 1);
      }}
    >
      <header className="tw-panel-head">
        <div className="tw:min-w-0 tw:flex-1">
          <h2 className="tw:truncate tw:text-s tw:font-strong" dir="auto">
            {visibleText(artifact.title || words.untitled)}
          </h2>
          <PanelState call={call} artifact={artifact} />
        </div>
        <ArtifactTabs
          view={view}
          hasChanges={position > 0}
          onPick={(next) => setPicked({ view: next, document: versions[0] })}
          kind={artifact.kind}
        />
        <IconButton icon="close" label={words.close} onClick={close} data-panel-close />
      </header>
      <Weft call={call} />
      <div className="tw-panel-body">
        {view === "code" && <ArtifactCode key={call.key} artifact={artifact} />}
        {view === "preview" && <ArtifactPreview artifact={artifact} />}
        {view === "changes" && <ArtifactChanges before={versions[position - 1] ?? ""} artifact={artifact} />}
      </div>
      <footer className="tw-panel-foot">
        <ArtifactVersions versions={versions} current={call.key} onOpen={open} />
        <p className="tw:min-w-0 tw:flex-1 tw:truncate tw:text-xs tw:text-ink-3">
          {!artifact.isWritten && position > 0 && words.writtenFrom(position)}
        </p>
        <CopyButton label={words.copy} text={() => artifact.content} />
        <IconButton
          icon="download"
          label={words.download}
          disabled={!artifact.isWritten}
          onClick={() => {
            const { extension, type } = fileTypeOf(artifact);
            downloadText(fileNameOf(artifact.title, extension), artifact.content, type);
          }}
        />
      </footer>
    </section>
  );
}

function PanelState({ call, artifact: { content, isWritten } }: { call: ToolCallView; artifact: Artifact }) {
  const strings = useStrings();
  const { tone, icon } = callAppearance(call.phase);
  const lines = countLines(content);
  return (
    <StatusMark tone={tone} icon={icon}>
      {isWritten ? (
        <>
          {call.phase !== "done" && <span>{strings.call[call.phase]}, </span>}
          {strings.artifact.lines(lines)}
        </>
      ) : (
        strings.artifact.writingLine(Math.max(1, lines))
      )}
    </StatusMark>
  );
}

/** What the person picked, as far as it exists; else text while it is written, and what it is for once it is whole. */
function viewOf({ kind, isWritten }: Artifact, picked: ArtifactView | undefined, hasChanges: boolean): ArtifactView {
  if (picked === "preview" && kind === "code") return "code";
  if (picked === "changes" && !hasChanges) return "code";
  if (picked !== undefined) return picked;
  if (kind === "markdown") return "preview";
  return kind !== "code" && isWritten ? "preview" : "code";
}

/** Who looks at the newest version goes on to the next one when it begins; who looks at an older one stays there. */
function useNewestVersion(versions: readonly string[], callKey: string): void {
  const { open } = useArtifact();
  const newest = versions.at(-1);
  const lastNewest = useRef(newest);
  useEffect(() => {
    const wasNewest = lastNewest.current === callKey;
    lastNewest.current = newest;
    if (wasNewest && newest !== undefined && newest !== callKey) open(newest);
  }, [newest, callKey, open]);
}
