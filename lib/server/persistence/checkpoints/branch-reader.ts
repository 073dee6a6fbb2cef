import type { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { isMessageList } from "./message-lists";

/** Where a message came into a thread, and what else began at the same place. */
export type MessagePlace = {
  readonly checkpointId: string;
  /** Where a run must start to put something else in its place; `undefined`: nothing came before. */
  readonly parentId: string | undefined;
  /** Every branch that begins there, oldest first, its own among them; `headId` is the newest checkpoint on it. */
  readonly siblings: readonly { readonly checkpointId: string; readonly headId: string }[];
};

/** One way through a thread: the messages up to a checkpoint. */
export type Branch = {
  readonly headId: string;
  readonly messages: readonly BaseMessage[];
  /** Costs a look into the index each time, so ask for those that are shown. */
  placeOf(message: BaseMessage): MessagePlace | undefined;
};

export type BranchReader = {
  /** The branch that ends at a checkpoint; without one, at the thread's last. `undefined`: it is not there. */
  read(threadId: string, checkpointId?: string): Promise<Branch | undefined>;
};

type Step = { checkpoint_id: string; parent_id: string | null; list_id: number | null; source: string; role: number };

/**
 * Reads branches from SQLite: one state and the bare tree of its thread, never the states of the history.
 * The messages are those of the channel `messages`.
 */
export function createBranchReader(database: Database, saver: BaseCheckpointSaver): BranchReader {
  const path = database.prepare(`
    WITH RECURSIVE path (checkpoint_id, parent_id, list_id, source, role) AS (
      SELECT checkpoint_id, parent_id, lists ->> '$.messages', source, role FROM thread_checkpoints
      WHERE thread_id = @threadId AND checkpoint_ns = '' AND checkpoint_id = @headId
      UNION ALL
      SELECT c.checkpoint_id, c.parent_id, c.lists ->> '$.messages', c.source, c.role
      FROM thread_checkpoints AS c JOIN path ON c.checkpoint_id = path.parent_id
      WHERE c.thread_id = @threadId AND c.checkpoint_ns = ''
    ) SELECT * FROM path`);
  // a list is newer than its parent, so the lowest list that holds a message is where it came in
  const origins = database.prepare(`
    WITH RECURSIVE chain (list_id, parent_id, items) AS (
      SELECT list_id, parent_id, items FROM message_lists WHERE list_id = ?
      UNION ALL
      SELECT l.list_id, l.parent_id, l.items FROM message_lists AS l JOIN chain ON l.list_id = chain.parent_id
    ) SELECT item.value ->> '$.kwargs.id' AS message_id, min(list_id) AS list_id
    FROM chain, json_each(chain.items) AS item GROUP BY 1`);
  const children = database.prepare(`
    SELECT checkpoint_id FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND parent_id = ? ORDER BY checkpoint_id`);
  const newestBelow = database.prepare(`
    WITH RECURSIVE below (checkpoint_id) AS (
      SELECT @checkpointId
      UNION ALL
      SELECT c.checkpoint_id FROM thread_checkpoints AS c JOIN below ON c.parent_id = below.checkpoint_id
      WHERE c.thread_id = @threadId AND c.checkpoint_ns = ''
    ) SELECT max(checkpoint_id) AS id FROM below`);

  return {
    async read(threadId, checkpointId) {
      const place = { thread_id: threadId, checkpoint_ns: "" };
      const tuple = await saver.getTuple({
        configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId },
      });
      if (!tuple) return undefined;
      const headId = tuple.checkpoint.id;
      const { messages } = tuple.checkpoint.channel_values;
      const steps = (path.all({ threadId, headId }) as Step[]).reverse(); // from the first to the head
      const listId = steps.at(-1)?.list_id;
      const found = listId == null ? [] : (origins.all(listId) as { message_id: string; list_id: number }[]);
      const originOf = new Map(found.map(({ message_id, list_id }) => [message_id, list_id]));
      const parentIds = new Map(steps.map((step) => [step.checkpoint_id, step]));

      const headBelow = (id: string) => (newestBelow.get({ threadId, checkpointId: id }) as { id: string }).id;

      return {
        headId,
        messages: isMessageList(messages) ? messages : [],
        placeOf({ id }) {
          const origin = originOf.get(id ?? "");
          const step = steps.find(({ list_id }) => origin !== undefined && list_id !== null && list_id >= origin);
          if (!step) return undefined;
          let branch = step;
          let parent = parentIds.get(step.parent_id ?? "");
          if (parent && isPassing(parent)) {
            branch = parent;
            parent = parentIds.get(parent.parent_id ?? "");
          }
          const siblings = parent ? (children.all(threadId, parent.checkpoint_id) as { checkpoint_id: string }[]) : [];
          return {
            checkpointId: step.checkpoint_id,
            parentId: parent?.checkpoint_id,
            siblings: siblings.map(({ checkpoint_id }) => ({
              checkpointId: checkpoint_id === branch.checkpoint_id ? step.checkpoint_id : checkpoint_id,
              headId: headBelow(checkpoint_id),
            })),
          };
        },
      };
    },
  };
}

/** A step that only announces input, and goes when its run has settled. */
function isPassing({ source, role, parent_id }: Step): boolean {
  return source === "input" && role === 0 && parent_id !== null;
}
