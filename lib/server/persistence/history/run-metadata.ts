import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointMetadata } from "@langchain/langgraph";

/** Which run wrote a checkpoint, and what its request said of it: history is filtered by that. */
export function withRun({ metadata: run = {} }: RunnableConfig, metadata: CheckpointMetadata): CheckpointMetadata {
  const isOwn = (key: string) => !key.startsWith("langgraph_") && !key.startsWith("ls_") && key !== "checkpoint_ns";
  return { ...Object.fromEntries(Object.entries(run).filter(([key]) => isOwn(key))), ...metadata };
}
