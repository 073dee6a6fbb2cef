import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { readPendingInterrupts } from "../pending-interrupts";
import { SERVER_RESTARTED } from "../server-gone";
import type { ReportUnreadable, ThreadStore } from "../storage";

/**
 * Settles what a former process left in flight. One process has a folder at a time, so whatever is there is left.
 * What one thread holds never keeps the server of all others from starting.
 */
export async function recover(
  database: Database,
  saver: BaseCheckpointSaver,
  threads: ThreadStore,
  report: ReportUnreadable,
): Promise<void> {
  database
    .prepare("UPDATE runs SET status = 'error', error = ?, updated_at = ? WHERE status IN ('pending', 'running')")
    .run(JSON.stringify(SERVER_RESTARTED), new Date().toISOString());
  const busy = database.prepare("SELECT thread_id FROM threads WHERE status = 'busy'").all() as { thread_id: string }[];
  const correct = database.prepare("UPDATE threads SET status = ?, interrupts = ? WHERE thread_id = ?");
  for (const { thread_id } of busy) {
    const interrupts = await readPendingInterrupts(saver, thread_id).catch((error: unknown) => {
      report(error, { threadId: thread_id });
      return {};
    });
    correct.run(Object.keys(interrupts).length > 0 ? "interrupted" : "error", JSON.stringify(interrupts), thread_id);
  }
  const temporary = database.prepare("SELECT thread_id FROM threads WHERE is_temporary = 1").all();
  for (const { thread_id } of temporary as { thread_id: string }[]) await threads.delete(thread_id);
}
