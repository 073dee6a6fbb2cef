import type { Database } from "better-sqlite3";
import { createFencedWrite } from "../checkpoints/fence";
import type { Settlement } from "../storage";

/** Writes the end of a run and what it means for its thread, all or nothing. */
export function createSettle(database: Database): (settlement: Settlement) => Promise<void> {
  const write = createFencedWrite(database);
  const setRun = database.prepare("UPDATE runs SET status = ?, error = ?, updated_at = ? WHERE run_id = ?");
  const setThread = database.prepare(
    "UPDATE threads SET status = ?, interrupts = ?, updated_at = ? WHERE thread_id = ?",
  );
  const setValues = database.prepare("INSERT OR REPLACE INTO thread_values (thread_id, json, lists) VALUES (?, ?, ?)");
  const releaseClaims = database.prepare(
    "DELETE FROM claims WHERE thread_id = ? AND interrupt_id NOT IN (SELECT value FROM json_each(?))",
  );

  return async (settlement) => {
    const now = new Date().toISOString();
    const pendingIds = Object.values(settlement.interrupts).flatMap((interrupts) => interrupts.map(({ id }) => id));
    write(settlement.threadId, settlement.fence, () => {
      const error = settlement.error ? JSON.stringify(settlement.error) : null;
      setRun.run(settlement.runStatus, error, now, settlement.runId);
      setThread.run(settlement.threadStatus, JSON.stringify(settlement.interrupts), now, settlement.threadId);
      if (settlement.valuesJson !== undefined) {
        setValues.run(settlement.threadId, settlement.valuesJson, JSON.stringify(settlement.listChannels ?? []));
      }
      releaseClaims.run(settlement.threadId, JSON.stringify(pendingIds));
    });
  };
}
