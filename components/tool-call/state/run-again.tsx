import { useMessage, useRunAgain } from "@/hooks";
import type { CallState } from "@/lib/store";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";

/**
 * Runs a failed tool again, and says how many others run with it; nothing where that cannot be. A call that was seen at
 * work keeps the room for it: it comes when the run has ended, and goes with the next one, and moves nothing.
 */
export function RunAgain({ call, title }: { call: CallState; title: string }) {
  const { key, messageId, canRunAgain, startedAtMs } = call;
  const strings = useStrings();
  const runAgain = useRunAgain(key);
  const all = useMessage(messageId)?.callKeys.length ?? 1;
  const count = canRunAgain ? 1 : all; // in this browser a call runs again for itself
  if (runAgain === undefined && startedAtMs === undefined) return null;
  return (
    <Button
      icon="retry"
      style={runAgain === undefined ? { visibility: "hidden" } : undefined} // nobody finds it, with or without our CSS
      disabled={runAgain === undefined}
      aria-label={count === 1 ? strings.runToolAgain(title) : undefined}
      onClick={({ currentTarget }) => {
        currentTarget.closest("article")?.focus({ preventScroll: true }); // the button goes, its card stays
        void runAgain?.();
      }}
    >
      {count === 1 ? strings.runAgain : strings.runAllAgain(count)}
    </Button>
  );
}
