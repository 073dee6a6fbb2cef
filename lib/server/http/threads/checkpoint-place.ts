import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import type { AgentGraph } from "../../config";
import { checkpointNotFound, threadNotFound } from "../../runs/refusals";
import { badRequest } from "../exchange/read-request";
import type { Services } from "../services";

/** A state of a thread: without a checkpoint id the last one; `namespace` leads into a subgraph. */
export type CheckpointPlace = {
  readonly threadId: string;
  readonly checkpointId?: string;
  readonly namespace?: string;
};

/** The graph that last ran on a thread; `undefined` before its first run. */
export async function graphOfThread({ runtime, agents }: Services, threadId: string): Promise<AgentGraph | undefined> {
  const metadata = await runtime.storage.threads.metadata(threadId);
  if (!metadata) throw threadNotFound(threadId);
  const name = metadata.graph_id;
  if (typeof name !== "string") return undefined;
  if (agents.names.includes(name)) return agents.graph(name);
  throw new ToolweaveError("conflict", `This thread belongs to the agent "${name}", which is not configured any more.`);
}

/** A checkpoint that is not there is a 404, not an empty state that a client would build on. */
export async function requireCheckpoint(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpointId: string,
  namespace = "",
): Promise<void> {
  if (await saver.getTuple(placeOf({ threadId, checkpointId, namespace }))) return;
  throw checkpointNotFound(threadId, checkpointId);
}

/** A subgraph that has not run on a thread has no state there to be read or changed. */
export async function requireNamespace(saver: BaseCheckpointSaver, threadId: string, namespace: string): Promise<void> {
  if (await saver.getTuple(placeOf({ threadId, namespace }))) return;
  throw new ToolweaveError("not_found", `Thread ${threadId} has no subgraph at "${namespace}".`);
}

/** A place as LangGraph's configuration. */
export function placeOf({ threadId, checkpointId, namespace = "" }: CheckpointPlace): {
  configurable: Record<string, string>;
} {
  const place = { thread_id: threadId, checkpoint_ns: namespace };
  return { configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId } };
}

const beforeSchema = z.union([
  z.string().min(1),
  z.looseObject({ checkpoint_id: z.string() }).transform(({ checkpoint_id }) => checkpoint_id),
  z
    .looseObject({ configurable: z.looseObject({ checkpoint_id: z.string() }) })
    .transform(({ configurable }) => configurable.checkpoint_id),
]);

/** An id, a checkpoint, or LangGraph's config around one. */
export function readBefore(before: unknown): string | undefined {
  if (before === undefined || before === null) return undefined;
  const read = beforeSchema.safeParse(before);
  if (!read.success) throw badRequest("before must name a checkpoint.", "before");
  return read.data;
}
