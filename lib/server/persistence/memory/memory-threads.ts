import { isDeepStrictEqual } from "node:util";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { SearchThreads, Thread } from "@/lib/protocol";
import { assertFewFields, isPlainObject } from "../search-bounds";
import { selectFields, wantsValues } from "../select-fields";
import type { ThreadStore } from "../storage";
import { readThreadValues } from "../thread-values";
import { changeThread, type MemoryRows, type ThreadRow } from "./memory-rows";
import type { MemoryCheckpointSaver } from "./memory-saver";

/** Threads in memory. A search looks at every thread. */
export function createMemoryThreads(rows: MemoryRows, saver: MemoryCheckpointSaver): ThreadStore {
  const { threads } = rows;

  function found(request: SearchThreads, userId: string): ThreadRow[] {
    const [metadata, wanted] = [request.metadata ?? {}, request.values ?? {}];
    assertFewFields(metadata);
    assertFewFields(wanted);
    const ids = request.ids && new Set(request.ids);
    return [...threads.values()].filter(
      (row) =>
        row.userId === userId &&
        !row.isTemporary &&
        (!request.status || row.status === request.status) &&
        (!ids || ids.has(row.thread_id)) &&
        holds(row.metadata, metadata) &&
        (Object.keys(wanted).length === 0 || (row.values && holds(JSON.parse(row.values.json), wanted))),
    );
  }

  return {
    async create(threadId, metadata, { userId, isTemporary = false }) {
      if (threads.has(threadId)) return undefined;
      const now = new Date().toISOString();
      const row: ThreadRow = {
        thread_id: threadId,
        userId,
        created_at: now,
        updated_at: now,
        status: "idle",
        metadata,
        interrupts: {},
        isTemporary,
        fence: rows.lastFence + 1,
      };
      threads.set(threadId, row);
      return toThread(row, saver, true);
    },

    async get(threadId) {
      const row = threads.get(threadId);
      return row && toThread(row, saver, true);
    },

    async exists(threadId) {
      return threads.has(threadId);
    },

    async ownerOf(threadId) {
      return threads.get(threadId)?.userId;
    },

    async metadata(threadId) {
      return threads.get(threadId)?.metadata;
    },

    async setBusy(threadId, metadata) {
      await this.update(threadId, { status: "busy", metadata });
    },

    async update(threadId, { metadata, status }) {
      const row = threads.get(threadId);
      if (!row) return undefined;
      changeThread(rows, threadId, {
        updated_at: new Date().toISOString(),
        status: status ?? row.status,
        metadata: { ...row.metadata, ...metadata },
      });
      return this.get(threadId);
    },

    async setState(threadId, { status, valuesJson, interrupts }) {
      const values = { json: valuesJson, lists: [] };
      changeThread(rows, threadId, { updated_at: new Date().toISOString(), status, interrupts, values });
    },

    async copy(from, to) {
      const row = threads.get(from);
      if (!row) return undefined;
      await saver.copyThread(from, to);
      const now = new Date().toISOString();
      const status = row.status === "busy" ? "idle" : row.status;
      const copy = { ...row, thread_id: to, created_at: now, updated_at: now, status, isTemporary: false, fence: 0 };
      threads.set(to, copy);
      return toThread(copy, saver, true);
    },

    async count(request, userId) {
      return found(request, userId).length;
    },

    async idsOf(userId) {
      return [...threads.values()].filter((row) => row.userId === userId).map(({ thread_id }) => thread_id);
    },

    async hasAtLeast(userId, count) {
      return (await this.idsOf(userId)).length >= count;
    },

    async search(request, userId) {
      const all = inOrder(found(request, userId), request);
      const offset = request.offset ?? 0;
      const page = all.slice(offset, offset + (request.limit ?? 10));
      const threads = await Promise.all(page.map((row) => toThread(row, saver, wantsValues(request))));
      return { threads: threads.map((thread) => selectFields(thread, request.select)), total: all.length };
    },

    async delete(threadId) {
      await saver.deleteThread(threadId);
      rows.claims.delete(threadId);
      for (const [runId, { run }] of rows.runs) {
        if (run.thread_id === threadId) rows.runs.delete(runId);
      }
      return threads.delete(threadId);
    },
  };
}

/** Whether `value` has everything in `wanted`: nested objects by their parts, lists as a whole. */
function holds(value: unknown, wanted: Record<string, unknown>): boolean {
  if (!isPlainObject(value)) return false;
  return Object.entries(wanted).every(([key, part]) => {
    if (!Object.hasOwn(value, key)) return false;
    return isPlainObject(part) ? holds(value[key], part) : isDeepStrictEqual(value[key], part);
  });
}

/** Rows are in the order in which they were made; where the column says the same, that decides. */
function inOrder(rows: readonly ThreadRow[], { sort_by, sort_order }: SearchThreads): ThreadRow[] {
  const column = sort_by === "state_updated_at" ? "updated_at" : (sort_by ?? "created_at");
  const sorted = rows.toSorted((a, b) => (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0));
  return sort_order === "asc" ? sorted : sorted.reverse();
}

async function toThread(row: ThreadRow, saver: BaseCheckpointSaver, hasValues: boolean): Promise<Thread> {
  const { isTemporary: _, fence: __, userId: ___, values, ...thread } = row;
  return {
    ...thread,
    values: hasValues && values ? await readThreadValues(saver, row.thread_id, values) : undefined,
  };
}
