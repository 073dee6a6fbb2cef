import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import type { ErrorData } from "@/lib/protocol";
import { readPendingInterrupts } from "./pending-interrupts";

const RESTARTED: ErrorData = {
  error: "ServerRestarted",
  code: "server_restarted",
  message: "The server restarted while this was running. What was saved is here; try again to go on.",
};

/**
 * Settles what a former process left in flight: its runs failed, and their threads wait for an answer where their
 * last checkpoint does.
 */
export async function markInterruptedByRestart(database: Database, saver: BaseCheckpointSaver): Promise<void> {
  const now = new Date().toISOString();
  database
    .prepare("UPDATE runs SET status = 'error', error = ?, updated_at = ? WHERE status IN ('pending', 'running')")
    .run(JSON.stringify(RESTARTED), now);
  const busy = database.prepare("SELECT thread_id FROM threads WHERE status = 'busy'").all() as { thread_id: string }[];
  const correct = database.prepare("UPDATE threads SET status = ?, interrupts = ? WHERE thread_id = ?");
  for (const { thread_id } of busy) {
    const interrupts = await readPendingInterrupts(saver, thread_id);
    correct.run(Object.keys(interrupts).length > 0 ? "interrupted" : "error", JSON.stringify(interrupts), thread_id);
  }
}
