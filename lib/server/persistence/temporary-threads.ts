import type { Database } from "better-sqlite3";
import type { ThreadStore } from "./storage";

/** Removes the threads of stateless runs that a former process left behind. */
export async function removeTemporaryThreads(database: Database, threads: ThreadStore): Promise<void> {
  const rows = database.prepare("SELECT thread_id FROM threads WHERE is_temporary = 1").all() as {
    thread_id: string;
  }[];
  for (const { thread_id } of rows) await threads.delete(thread_id);
}
