import type { BranchReader } from "../checkpoints/branch-reader";
import { isMessageList } from "../checkpoints/message-lists";
import type { PruneRequest } from "../checkpoints/prune";
import { createCheckpointTree } from "../history/checkpoint-tree";
import { planPrune, type TurnNode } from "../history/prune-plan";
import type { MemoryCheckpointSaver, MemoryNode } from "./memory-saver";

/** Branches of the threads in memory. The messages are those of the channel `messages`. */
export function createMemoryBranches(saver: MemoryCheckpointSaver): BranchReader {
  const stored = async (threadId: string, checkpointId: string): Promise<string[]> => {
    const place = { thread_id: threadId, checkpoint_ns: "", checkpoint_id: checkpointId };
    const messages = (await saver.getTuple({ configurable: place }))?.checkpoint.channel_values.messages;
    return isMessageList(messages) ? messages.map((message) => JSON.stringify(message)) : [];
  };

  return {
    async placesOf(threadId) {
      return saver
        .nodes(threadId)
        .map(({ namespace, checkpoint_id }) => ({ checkpoint_ns: namespace, checkpoint_id }))
        .sort((a, b) => (a.checkpoint_id < b.checkpoint_id ? -1 : 1));
    },

    async countShared(threadId, earlierId, headId) {
      const [earlier, head] = await Promise.all([stored(threadId, earlierId), stored(threadId, headId)]);
      const first = head.findIndex((message, place) => message !== earlier[place]);
      return first === -1 ? head.length : first;
    },

    async read(threadId, checkpointId) {
      const place = { thread_id: threadId, checkpoint_ns: "" };
      const tuple = await saver.getTuple({
        configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId },
      });
      if (!tuple) return undefined;
      const headId = tuple.checkpoint.id;
      const { messages } = tuple.checkpoint.channel_values;
      const tree = createCheckpointTree(rootNodes(saver, threadId));
      const path = tree.pathTo(headId);
      return {
        headId,
        messages: isMessageList(messages) ? messages : [],
        placeOf({ id }) {
          const step = path.find(({ messageIds }) => messageIds.includes(id ?? ""));
          return step && tree.placeAt(step);
        },
      };
    },
  };
}

/** Prunes the checkpoints in memory. Costs in proportion to the checkpoints of the thread. */
export function createMemoryPrune(saver: MemoryCheckpointSaver): (request: PruneRequest) => void {
  function forget(threadId: string, id: string): void {
    const nodes = rootNodes(saver, threadId);
    const gone = nodes.find(({ checkpoint_id }) => checkpoint_id === id);
    if (!gone) return;
    saver.remove(threadId, gone);
    for (const node of nodes) {
      if (node.parent_id === id) saver.setNode(threadId, { ...node, parent_id: gone.parent_id });
    }
  }

  function settleTurn(threadId: string): void {
    const nodes = rootNodes(saver, threadId);
    const children = Map.groupBy(nodes, ({ parent_id }) => parent_id);
    const counted = nodes.map((node): MemoryNode & TurnNode => ({
      ...node,
      children: children.get(node.checkpoint_id)?.length ?? 0,
    }));
    const byId = new Map(counted.map((node) => [node.checkpoint_id, node]));
    const turn = counted.filter(({ role }) => role === 0);
    const start = byId.get(turn[0]?.parent_id ?? "");
    const plan = planPrune(turn, start, beforeFailures(turn, start));
    for (const { id, role } of plan.keep) {
      const node = nodes.find(({ checkpoint_id }) => checkpoint_id === id);
      if (node) saver.setNode(threadId, { ...node, role });
    }
    for (const id of plan.clearWrites) {
      const node = byId.get(id);
      if (node) saver.setWrites(threadId, node, {});
    }
    for (const id of plan.forget) forget(threadId, id);
  }

  return ({ threadId, isPaused, keepSinceMs }) => {
    settleTurn(threadId);
    const last = rootNodes(saver, threadId).at(-1);
    if (!last) return;
    for (const { checkpoint_id, createdAtMs } of rootNodes(saver, threadId)) {
      if (checkpoint_id !== last.checkpoint_id && createdAtMs < (keepSinceMs ?? 0)) forget(threadId, checkpoint_id);
    }
    const waits = (node: MemoryNode) =>
      Object.values(saver.writesAt(threadId, node)).some(([, channel]) => channel === "__interrupt__");
    const others = rootNodes(saver, threadId).filter(({ checkpoint_id }) => checkpoint_id !== last.checkpoint_id);
    if (isPaused || others.some(waits)) return;
    for (const node of saver.nodes(threadId)) {
      // a namespace of a step; one without a colon is a graph's own and lasts
      if (node.namespace.includes(":")) saver.remove(threadId, node);
    }
  };
}

/** Where the calls came in that failed in this turn. */
function beforeFailures(turn: readonly MemoryNode[], start: MemoryNode | undefined): ReadonlySet<string> {
  const former = new Set(start?.failedIds);
  const failed = turn.flatMap(({ failedIds }) => failedIds).filter((id) => !former.has(id));
  const nodes = start ? [start, ...turn] : turn;
  const places = failed.map((id) => nodes.find(({ messageIds }) => messageIds.includes(id)));
  // a fork repeats the place before it
  return new Set(
    places.flatMap((place) => (place === undefined || place.source === "fork" ? [] : place.checkpoint_id)),
  );
}

/** Checkpoints of the graph itself, oldest first. */
function rootNodes(saver: MemoryCheckpointSaver, threadId: string): MemoryNode[] {
  const nodes = saver.nodes(threadId).filter(({ namespace }) => namespace === "");
  return nodes.sort((a, b) => (a.checkpoint_id < b.checkpoint_id ? -1 : 1));
}
