import { Button } from "../ui/button";
import { useStrings } from "../ui/strings";
import type { SendingState } from "./use-sending";

/** Why what stands in the composer is not sent, where that is so. */
export function SendingLine({ state, onCancel }: { state: SendingState; onCancel: () => void }) {
  const strings = useStrings();
  switch (state) {
    case "ready":
      return null;
    case "waiting":
      return (
        <p role="status" className="tw:flex tw:items-center tw:gap-2 tw:px-1 tw:pb-2 tw:text-xs tw:text-ink-2">
          <span className="tw:flex-1">{strings.attachments.sentWhenUploaded}</span>
          <Button tone="bare" onClick={onCancel}>
            {strings.attachments.doNotSend}
          </Button>
        </p>
      );
    case "file-failed":
    case "refused":
      return (
        <p role="alert" className="tw:px-1 tw:pb-2 tw:text-xs tw:text-error">
          {state === "refused" ? strings.notSent : strings.attachments.someFailed}
        </p>
      );
    default:
      return state satisfies never;
  }
}
