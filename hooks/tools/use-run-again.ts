import { useCallback, useEffect } from "react";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * Tries a browser tool again that failed while its answer could not be sent: in place, once the server was asked whether it
 * is still open. Runs a call of a server tool again that failed: from the checkpoint before the tools ran, with the other calls of its
 * message, so that the former answer stays as a version (`useBranches`); a tool that needs a review or a consent asks again. Undefined while something goes on or waits, and where
 * it cannot be: no failure, an answer that the agent has, or no such checkpoint.
 */
export function useRunAgain(callKey: string): (() => Promise<void>) | undefined {
  const { session } = useAgentContext("useRunAgain");
  useEffect(() => session.watchBranches(), [session]);
  const isPossible = useSlice(session.store, ({ status, runId, rerunnable, calls }) => {
    if (status === "error") return runId === undefined && calls.get(callKey)?.canRunAgain === true;
    return status === "idle" && rerunnable.has(callKey);
  });
  const runAgain = useCallback(() => session.runAgain(callKey), [session, callKey]);
  return isPossible ? runAgain : undefined;
}
