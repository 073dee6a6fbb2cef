import { InMemoryStore } from "@langchain/langgraph";
import { assertNewest } from "../checkpoints/fence";
import { readPendingInterrupts } from "../pending-interrupts";
import { SERVER_RESTARTED } from "../server-gone";
import type { Settlement, Storage } from "../storage";
import { createUserEras, StoreAtHand } from "../user-eras";
import { createMemoryBranches, createMemoryPrune } from "./memory-history";
import { createMemoryRollBack } from "./memory-roll-back";
import { changeRun, changeThread, createMemoryRows, type MemoryRows } from "./memory-rows";
import { createMemoryClaims, createMemoryRuns } from "./memory-runs";
import { MemoryCheckpointSaver } from "./memory-saver";
import { createMemoryThreads } from "./memory-threads";

/**
 * A storage that is gone with its process: for tests and demonstrations, and where there is no disk. Needs no native
 * module. It grows with its threads and is never trimmed by itself. `close` leaves it as it is, for the next handlers.
 */
export function createMemoryStorage(): Storage {
  const rows = createMemoryRows();
  const saver = new MemoryCheckpointSaver(rows);
  const threads = createMemoryThreads(rows, saver);
  const prune = createMemoryPrune(saver);
  const itemsByUser = new Map<string, InMemoryStore>();
  const eras = createUserEras();

  return {
    isShared: false,
    saver,
    threads,
    runs: createMemoryRuns(rows),
    claims: createMemoryClaims(rows),
    pendingInterrupts: (threadId) => readPendingInterrupts(saver, threadId),
    branches: createMemoryBranches(saver),
    itemsOf: (userId, era) =>
      new StoreAtHand(() => {
        if (era !== undefined) eras.assertLasts(era);
        const items = itemsByUser.get(userId) ?? new InMemoryStore();
        itemsByUser.set(userId, items);
        return items;
      }),
    countItemsOf: async (userId) => countItems(itemsByUser.get(userId)),
    eraOf: async (userId) => eras.of(userId),
    async deleteItemsOf(userId) {
      eras.end(userId);
      itemsByUser.delete(userId);
    },
    formerData: { isThere: async () => false, giveTo: async () => undefined },
    rollBack: createMemoryRollBack(rows, saver),
    settle: async (settlement) => settle(rows, settlement),
    prune: async (request) => prune(request),
    scrub: async () => true,
    close: async () => undefined,

    async recover() {
      for (const { run } of [...rows.runs.values()]) {
        const isInFlight = run.status === "pending" || run.status === "running";
        if (isInFlight) changeRun(rows, run.run_id, { status: "error", error: SERVER_RESTARTED });
      }
      for (const { thread_id: threadId, status, isTemporary } of [...rows.threads.values()]) {
        if (isTemporary) await threads.delete(threadId);
        else if (status === "busy") {
          const interrupts = await readPendingInterrupts(saver, threadId);
          const isWaiting = Object.keys(interrupts).length > 0;
          changeThread(rows, threadId, { status: isWaiting ? "interrupted" : "error", interrupts });
        }
      }
    },
  };
}

/** LangGraph's store cannot be asked for less. */
async function countItems(items: InMemoryStore | undefined): Promise<number> {
  return (await items?.search([], { limit: Number.MAX_SAFE_INTEGER }))?.length ?? 0;
}

function settle(rows: MemoryRows, settlement: Settlement): void {
  const { threadId, runId, fence, runStatus, error, threadStatus, valuesJson, listChannels, interrupts } = settlement;
  assertNewest(threadId, fence, rows.threads.get(threadId)?.fence);
  changeRun(rows, runId, { status: runStatus, error });
  changeThread(rows, threadId, {
    status: threadStatus,
    interrupts,
    updated_at: new Date().toISOString(),
    ...(valuesJson === undefined ? {} : { values: { json: valuesJson, lists: listChannels ?? [] } }),
  });
  const pending = new Set(Object.values(interrupts).flatMap((ofTask) => ofTask.map(({ id }) => id)));
  for (const interruptId of rows.claims.get(threadId)?.keys() ?? []) {
    if (!pending.has(interruptId)) rows.claims.get(threadId)?.delete(interruptId);
  }
}
