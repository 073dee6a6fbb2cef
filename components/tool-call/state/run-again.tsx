import { useMessage, useRunAgain } from "@/hooks";
import type { CallState } from "@/lib/store";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";

/** Runs a failed tool of the server again, and says how many others run with it; nothing where that cannot be. */
export function RunAgain({ call: { key, messageId }, title }: { call: CallState; title: string }) {
  const strings = useStrings();
  const runAgain = useRunAgain(key);
  const count = useMessage(messageId)?.callKeys.length ?? 1;
  if (runAgain === undefined) return null;
  return (
    <Button
      icon="retry"
      aria-label={count === 1 ? strings.runToolAgain(title) : undefined}
      onClick={({ currentTarget }) => {
        currentTarget.closest("article")?.focus({ preventScroll: true }); // the button goes, its card stays
        void runAgain();
      }}
    >
      {count === 1 ? strings.runAgain : strings.runAllAgain(count)}
    </Button>
  );
}
