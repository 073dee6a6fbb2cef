import type { ClaimStore, RunStore } from "../storage";
import { type ClaimRow, changeRun, changeThread, type MemoryRows } from "./memory-rows";

/** Runs in memory. */
export function createMemoryRuns(rows: MemoryRows): RunStore {
  const { runs } = rows;
  const ofThread = (threadId: string) => [...runs.values()].filter(({ run }) => run.thread_id === threadId);

  return {
    async fence(threadId) {
      rows.lastFence += 1;
      changeThread(rows, threadId, { fence: rows.lastFence });
      return rows.lastFence;
    },

    async insert({ idempotency, ...run }) {
      const defaults = { metadata: {}, multitask_strategy: "reject" };
      runs.set(run.run_id, { run: { ...defaults, ...run }, idempotency });
    },

    async get(threadId, runId) {
      const run = runs.get(runId)?.run;
      return run?.thread_id === threadId ? run : undefined;
    },

    async list(threadId, { limit, offset, status }) {
      const all = ofThread(threadId).map(({ run }) => run);
      const wanted = status ? all.filter((run) => run.status === status) : all;
      return wanted.reverse().slice(offset, offset + limit);
    },

    async setStatus(runId, status, error) {
      changeRun(rows, runId, { status, ...(error && { error }) });
    },

    async idsOf(threadId) {
      return ofThread(threadId).map(({ run }) => run.run_id);
    },

    async findByKey(threadId, key) {
      const row = ofThread(threadId).find(({ idempotency }) => idempotency?.key === key);
      return row?.idempotency && { run: row.run, digest: row.idempotency.digest };
    },

    async threadOf(runId) {
      return runs.get(runId)?.run.thread_id ?? undefined;
    },

    async delete(threadId, runId) {
      return runs.get(runId)?.run.thread_id === threadId && runs.delete(runId);
    },
  };
}

/** Claims in memory. */
export function createMemoryClaims({ claims }: MemoryRows): ClaimStore {
  return {
    async claimed(threadId) {
      return new Set(claims.get(threadId)?.keys());
    },

    async take({ threadId, interruptId, holder, nowMs, leaseMs }) {
      const ofThread = claims.get(threadId) ?? new Map<string, ClaimRow>();
      claims.set(threadId, ofThread);
      const before = ofThread.get(interruptId);
      const isGranted = !before || before.holder === holder || before.expiresAtMs <= nowMs;
      const previousHolder = before?.holder === holder ? before.previousHolder : before?.holder;
      const held = isGranted ? { holder, expiresAtMs: nowMs + leaseMs, previousHolder } : before;
      ofThread.set(interruptId, held);
      return {
        isGranted,
        claim: {
          interrupt_id: interruptId,
          holder: held.holder,
          lease_expires_at: new Date(held.expiresAtMs).toISOString(),
          ...(isGranted && previousHolder !== undefined ? { previous_holder: previousHolder } : {}),
        },
      };
    },
  };
}
