import { useMemo } from "react";
import type { Feedback } from "@/lib/protocol";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

export type FeedbackControls = {
  /** Undefined: nothing was said, or it was taken back. */
  readonly rating: Feedback["rating"] | undefined;
  /** At most 2,000 characters; empty where there is none. */
  readonly comment: string;
  /** Says it, in place of what was said before. Rejects when the server did not take it; then it is as before. */
  give(rating: Feedback["rating"], comment?: string): Promise<void>;
  takeBack(): Promise<void>;
};

/**
 * What the person says of one message of the agent. It is kept in the thread's metadata on the server, so it outlives a
 * reload, and the other tabs show it. Shown at once; the functions are stable as long as nothing is said.
 */
export function useFeedback(messageId: string): FeedbackControls {
  const { session } = useAgentContext("useFeedback");
  const feedback = useSlice(session.store, (state) => state.feedback.get(messageId));
  return useMemo(
    () => ({
      rating: feedback?.rating,
      comment: feedback?.comment ?? "",
      give: (rating, comment = "") => session.rate(messageId, comment === "" ? { rating } : { rating, comment }),
      takeBack: () => session.rate(messageId, undefined),
    }),
    [feedback, messageId, session],
  );
}
