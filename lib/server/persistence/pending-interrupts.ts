import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { z } from "zod";
import { type Interrupt, interruptSchema } from "@/lib/protocol";

/** Channels of LangGraph's own bookkeeping: a task that wrote only to these has not finished. */
const BOOKKEEPING = new Set(["__interrupt__", "__resume__", "__error__", "__scheduled__", "__error_source_node__"]);

/**
 * What a thread waits for, by task, read from its last checkpoint without its graph.
 * Tasks that finished are left out: LangGraph goes on listing an answered interrupt until its siblings are answered too.
 */
export async function readPendingInterrupts(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<Record<string, Interrupt[]>> {
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId } });
  const writes = tuple?.pendingWrites ?? [];
  const finished = new Set(writes.filter(([, channel]) => !BOOKKEEPING.has(channel)).map(([taskId]) => taskId));
  const pending: Record<string, Interrupt[]> = {};
  for (const [taskId, channel, value] of writes) {
    if (channel !== "__interrupt__" || finished.has(taskId)) continue;
    const read = z.array(interruptSchema).safeParse(Array.isArray(value) ? value : [value]);
    if (read.success) pending[taskId] = [...(pending[taskId] ?? []), ...read.data];
  }
  return pending;
}
