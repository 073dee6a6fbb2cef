import { useRef } from "react";
import type { AttachmentKind, AttachmentLimits } from "@/lib/protocol";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";

/** What a picker offers first; the person may still choose all files, and the server judges by the bytes. */
const ACCEPT: Readonly<Record<AttachmentKind, string>> = {
  image: "image/png,image/jpeg,image/gif,image/webp",
  pdf: "application/pdf",
  text: "text/*,.md,.csv,.json,.xml,.yaml,.yml,.log,.ts,.py",
  audio: "audio/*",
  video: "video/mp4,video/webm",
  other: "*/*",
};

/** Opens the picker; its name and tooltip say what is taken and how much. */
export function AttachButton({
  limits,
  isDisabled,
  onFiles,
}: {
  limits: AttachmentLimits;
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const strings = useStrings().attachments;
  const inputRef = useRef<HTMLInputElement>(null);
  const hint = strings.limits(limits.kinds, limits.max_bytes, limits.max_per_message);
  return (
    <>
      <IconButton
        icon="clip"
        label={strings.attach}
        title={`${strings.attach}: ${hint}`}
        disabled={isDisabled}
        onClick={() => inputRef.current?.click()}
      />
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={limits.kinds.map((kind) => ACCEPT[kind]).join()}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = ""; // the same file can be chosen again
        }}
      />
    </>
  );
}
