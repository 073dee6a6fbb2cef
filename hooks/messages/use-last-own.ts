import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** The id of the newest message of the person. */
export function useLastOwn(): string | undefined {
  return useSlice(useAgentContext("useLastOwn").session.store, ({ messageIds, messages }) =>
    messageIds.findLast((id) => messages.get(id)?.type === "human"),
  );
}
