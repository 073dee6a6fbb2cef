import type { RollBack } from "../storage";
import { changeThread, type MemoryRows } from "./memory-rows";
import type { MemoryCheckpointSaver, MemoryNode, MemoryWrites } from "./memory-saver";

/** What steps had written behind one checkpoint. */
type KeptWrites = { readonly node: MemoryNode; readonly writes: MemoryWrites };

/** Takes back what a run wrote to the storage in memory. */
export function createMemoryRollBack(rows: MemoryRows, saver: MemoryCheckpointSaver): RollBack {
  /** A run answers what waits at the root's last checkpoint, in subgraphs begun since, and where it forks from. */
  function atMark(threadId: string, rootId: string, from: string): KeptWrites[] {
    return saver
      .nodes(threadId)
      .filter(({ checkpoint_id }) => checkpoint_id >= rootId || checkpoint_id === from)
      .map((node) => ({ node, writes: saver.writesAt(threadId, node) }));
  }

  function replace(threadId: string, rootId: string, from: string, kept: readonly KeptWrites[]): void {
    for (const { node } of atMark(threadId, rootId, from)) saver.setWrites(threadId, node, {});
    for (const { node, writes } of kept) saver.setWrites(threadId, node, writes);
  }

  function lastOfRoot(threadId: string): string {
    return newest(saver.nodes(threadId).filter(({ namespace }) => namespace === ""));
  }

  return {
    async mark(threadId, from = "") {
      const rootCheckpointId = lastOfRoot(threadId);
      const lastCheckpointId = newest(saver.nodes(threadId));
      return { lastCheckpointId, rootCheckpointId, from, writes: atMark(threadId, rootCheckpointId, from) };
    },

    async rollBack(threadId, runId, { lastCheckpointId, rootCheckpointId, from, writes }) {
      for (const node of saver.nodes(threadId)) {
        if (node.checkpoint_id > lastCheckpointId) saver.remove(threadId, node);
      }
      replace(threadId, rootCheckpointId, from, writes as KeptWrites[]); // made by `mark`
      changeThread(rows, threadId, { values: undefined });
      rows.runs.delete(runId);
    },

    async discardWrites(threadId, mark) {
      const id = lastOfRoot(threadId);
      if (id === "") return undefined;
      const kept = ((mark?.writes ?? []) as KeptWrites[]).filter(({ node }) => node.checkpoint_id >= id);
      const found = atMark(threadId, id, id);
      if (count(found) <= count(kept)) return undefined;
      replace(threadId, id, id, kept);
      return { undo: async () => replace(threadId, id, id, found) };
    },
  };
}

function newest(nodes: readonly MemoryNode[]): string {
  const ids = nodes.map(({ checkpoint_id }) => checkpoint_id).sort();
  return ids.at(-1) ?? "";
}

function count(kept: readonly KeptWrites[]): number {
  return kept.reduce((sum, { writes }) => sum + Object.keys(writes).length, 0);
}
