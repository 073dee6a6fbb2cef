import { useMessage, useRunAgain } from "@/hooks";
import type { CallState } from "@/lib/store";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";

/** Runs a failed tool again, and says how many others run with it; nothing where that cannot be. */
export function RunAgain({ call: { key, messageId, canRunAgain }, title }: { call: CallState; title: string }) {
  const strings = useStrings();
  const runAgain = useRunAgain(key);
  const all = useMessage(messageId)?.callKeys.length ?? 1;
  const count = canRunAgain ? 1 : all; // in this browser a call runs again for itself
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
