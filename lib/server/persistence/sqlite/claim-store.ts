import type { Database } from "better-sqlite3";
import type { ClaimStore } from "../storage";

/** Claims in SQLite. Taking one is a single statement, so two holders can never both be granted. */
export function createClaimStore(database: Database): ClaimStore {
  const take = database.prepare(`
    INSERT INTO claims (thread_id, interrupt_id, holder, expires_at_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT (thread_id, interrupt_id) DO UPDATE SET
      holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
    WHERE claims.holder = excluded.holder OR claims.expires_at_ms <= ?`);
  const select = database.prepare("SELECT holder, expires_at_ms FROM claims WHERE thread_id = ? AND interrupt_id = ?");
  const selectAll = database.prepare("SELECT interrupt_id FROM claims WHERE thread_id = ?");

  return {
    async claimed(threadId) {
      const rows = selectAll.all(threadId) as { interrupt_id: string }[]; // the column named above
      return new Set(rows.map(({ interrupt_id }) => interrupt_id));
    },

    async take({ threadId, interruptId, holder, nowMs, leaseMs }) {
      const before = select.get(threadId, interruptId) as { holder: string } | undefined;
      const { changes } = take.run(threadId, interruptId, holder, nowMs + leaseMs, nowMs);
      const row = select.get(threadId, interruptId) as { holder: string; expires_at_ms: number }; // just written or found
      const isTakenOver = changes > 0 && before !== undefined && before.holder !== holder;
      return {
        isGranted: changes > 0,
        claim: {
          interrupt_id: interruptId,
          holder: row.holder,
          lease_expires_at: new Date(row.expires_at_ms).toISOString(),
          ...(isTakenOver ? { previous_holder: before.holder } : {}),
        },
      };
    },
  };
}
