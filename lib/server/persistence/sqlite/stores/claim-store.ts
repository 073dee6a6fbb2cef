import type { Database } from "better-sqlite3";
import type { ClaimStore } from "../../storage";

type ClaimRow = { readonly holder: string; readonly expires_at_ms: number; readonly previous_holder: string | null };

/** Claims in SQLite. Taking one is a single statement, so two holders can never both be granted. */
export function createClaimStore(database: Database): ClaimStore {
  // right of a SET stands what the row was before: a renewal keeps the previous holder, a takeover names the one it replaces
  const take = database.prepare(`
    INSERT INTO claims (thread_id, interrupt_id, holder, expires_at_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT (thread_id, interrupt_id) DO UPDATE SET
      previous_holder = iif(claims.holder = excluded.holder, claims.previous_holder, claims.holder),
      holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
    WHERE claims.holder = excluded.holder OR claims.expires_at_ms <= ?`);
  const select = database.prepare(
    "SELECT holder, expires_at_ms, previous_holder FROM claims WHERE thread_id = ? AND interrupt_id = ?",
  );
  const selectAll = database.prepare("SELECT interrupt_id FROM claims WHERE thread_id = ?");

  return {
    async claimed(threadId) {
      const rows = selectAll.all(threadId) as { interrupt_id: string }[]; // the column named above
      return new Set(rows.map(({ interrupt_id }) => interrupt_id));
    },

    async take({ threadId, interruptId, holder, nowMs, leaseMs }) {
      const isGranted = take.run(threadId, interruptId, holder, nowMs + leaseMs, nowMs).changes > 0;
      const row = select.get(threadId, interruptId) as ClaimRow; // just written or found
      return {
        isGranted,
        claim: {
          interrupt_id: interruptId,
          holder: row.holder,
          lease_expires_at: new Date(row.expires_at_ms).toISOString(),
          ...(isGranted && row.previous_holder !== null ? { previous_holder: row.previous_holder } : {}),
        },
      };
    },
  };
}
