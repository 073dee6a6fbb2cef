import type { AttachmentKind } from "@/lib/protocol";
import { Icon, type IconName } from "../ui/icon";

const ICONS: Readonly<Record<AttachmentKind, IconName>> = {
  image: "image",
  pdf: "file",
  text: "note",
  audio: "sound",
  video: "film",
  other: "file",
};

/** What kind of file it is, as a symbol on a small ground. */
export function FileMark({ kind }: { kind: AttachmentKind }) {
  return (
    <span className="tw-file-mark">
      <Icon name={ICONS[kind]} />
    </span>
  );
}
