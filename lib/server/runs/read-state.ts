import type { StateSnapshot } from "@langchain/langgraph";
import type { AgentGraph } from "../config";
import type { Storage, ThreadMark } from "../persistence/storage";

/**
 * The last state of a thread, also where a step wrote what the graph's reducer refuses: LangGraph saves such writes before
 * it applies them, and then cannot read the thread any more. They are forgotten, and the steps that wrote them are the
 * next ones again; what stood there before the run that `mark` is of stays. Rejects, and changes nothing, when that does
 * not help. Must be called under the thread's lock or by the thread's run.
 */
export async function readState(
  graph: AgentGraph,
  storage: Pick<Storage, "saver" | "rollBack">,
  threadId: string,
  options: { readonly mark?: ThreadMark | undefined; readonly subgraphs?: boolean } = {},
): Promise<StateSnapshot> {
  const config = { configurable: { thread_id: threadId, checkpoint_ns: "" } };
  const read = () => graph.getState(config, { subgraphs: options.subgraphs ?? false });
  try {
    return await read();
  } catch (error) {
    await storage.saver.getTuple(config); // a file that cannot be read is no reason to write to it
    const discarded = await storage.rollBack.discardWrites(threadId, options.mark);
    if (!discarded) throw error;
    return read().catch(async (stillWrong: unknown) => {
      await discarded.undo();
      throw stillWrong;
    });
  }
}
