import type { RefusedFile } from "@/hooks";
import type { AttachmentLimits } from "@/lib/protocol";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";

/** Files that were not attached, each with the reason. */
export function RefusedFiles({
  refused,
  limits,
  onDismiss,
}: {
  refused: readonly RefusedFile[];
  limits: AttachmentLimits | undefined;
  onDismiss: () => void;
}) {
  const strings = useStrings().attachments;
  if (refused.length === 0 || limits === undefined) return null;
  const reasonOf = ({ reason }: RefusedFile): string => {
    switch (reason) {
      case "empty":
        return strings.refusedEmpty;
      case "too-large":
        return strings.refusedSize(limits.max_bytes);
      case "kind":
        return strings.refusedKind(limits.kinds);
      case "too-many":
        return strings.refusedCount(limits.max_per_message);
      default:
        return reason satisfies never;
    }
  };
  return (
    <div className="tw-refused" role="alert">
      <ul>
        {refused.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
          <li key={index}>
            <bdi className="tw:font-medium">{visibleText(file.name)}</bdi>: {reasonOf(file)}
          </li>
        ))}
      </ul>
      <IconButton icon="close" label={strings.dismiss} onClick={onDismiss} />
    </div>
  );
}
