import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
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
  return pendingOf(tuple?.pendingWrites ?? []);
}

/** The same from SQLite, where only the writes behind the checkpoint are looked at: cheap, whatever the thread holds. */
export function createPendingInterrupts(
  database: Database,
  serde: BaseCheckpointSaver["serde"],
): (threadId: string) => Promise<Record<string, Interrupt[]>> {
  const last = `SELECT max(checkpoint_id) FROM thread_checkpoints WHERE thread_id = @threadId AND checkpoint_ns = ''`;
  const select = database.prepare(`
    SELECT task_id, channel, type, CASE channel WHEN '__interrupt__' THEN value END AS value FROM checkpoint_writes
    WHERE thread_id = @threadId AND checkpoint_ns = '' AND checkpoint_id = (${last}) ORDER BY task_path, task_id, idx`);
  type Row = { task_id: string; channel: string; type: string; value: string | Uint8Array | null };
  return async (threadId) => {
    const rows = select.all({ threadId }) as Row[]; // the columns named above
    const read = async ({ task_id, channel, type, value }: Row): Promise<Write> => [
      task_id,
      channel,
      value === null ? undefined : await serde.loadsTyped(type, value),
    ];
    return pendingOf(await Promise.all(rows.map(read)));
  };
}

type Write = readonly [taskId: string, channel: string, value: unknown];

function pendingOf(writes: readonly Write[]): Record<string, Interrupt[]> {
  const finished = new Set(writes.filter(([, channel]) => !BOOKKEEPING.has(channel)).map(([taskId]) => taskId));
  const pending: Record<string, Interrupt[]> = {};
  for (const [taskId, channel, value] of writes) {
    if (channel !== "__interrupt__" || finished.has(taskId)) continue;
    const read = z.array(interruptSchema).safeParse(Array.isArray(value) ? value : [value]);
    if (read.success) pending[taskId] = [...(pending[taskId] ?? []), ...read.data];
  }
  return pending;
}
