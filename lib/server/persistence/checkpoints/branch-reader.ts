import type { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { createCheckpointTree, type MessagePlace, type TreeNode } from "../history/checkpoint-tree";
import { isMessageList } from "./message-lists";

/** One way through a thread: the messages up to a checkpoint. */
export type Branch = {
  readonly headId: string;
  readonly messages: readonly BaseMessage[];
  /** `undefined`: the message is not on this branch. */
  placeOf(message: BaseMessage): MessagePlace | undefined;
};

/** One checkpoint, in whatever graph of the thread. */
export type CheckpointPlace = { readonly checkpoint_ns: string; readonly checkpoint_id: string };

export type BranchReader = {
  /** Every checkpoint of a thread, oldest first: read in this order, each costs what it adds. Reads no states. */
  placesOf(threadId: string): Promise<readonly CheckpointPlace[]>;
  /** The branch that ends at a checkpoint; without one, at the thread's last. `undefined`: it is not there. */
  read(threadId: string, checkpointId?: string): Promise<Branch | undefined>;
  /** How many messages of the checkpoint `headId`, from the first on, are as they were at an earlier one; 0 where that is not known. */
  countShared(threadId: string, earlierId: string, headId: string): Promise<number>;
};

type Lineage = { readonly list_id: number; readonly kept: number; readonly own: number };

type Step = TreeNode & { readonly list_id: number | null };

/**
 * Reads branches from SQLite: one state and the bare tree of its thread, never the states of the history.
 * The messages are those of the channel `messages`.
 */
export function createBranchReader(database: Database, saver: BaseCheckpointSaver): BranchReader {
  const nodes = database.prepare(`
    SELECT checkpoint_id, parent_id, lists ->> '$.messages' AS list_id, source, role FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = ''`);
  // a list is newer than its parent, so the lowest list that holds a message is where it came in
  const origins = database.prepare(`
    WITH RECURSIVE chain (list_id, parent_id, items) AS (
      SELECT list_id, parent_id, items FROM message_lists WHERE list_id = ?
      UNION ALL
      SELECT l.list_id, l.parent_id, l.items FROM message_lists AS l JOIN chain ON l.list_id = chain.parent_id
    ) SELECT item.value ->> '$.kwargs.id' AS message_id, min(list_id) AS list_id
    FROM chain, json_each(chain.items) AS item GROUP BY 1`);

  const listOf = database.prepare(`
    SELECT lists ->> '$.messages' AS list_id FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`);
  // from list to parent, as far as the list that is looked for: what each keeps of its parent
  const lineage = database.prepare(`
    WITH RECURSIVE chain (list_id, parent_id, kept, own) AS (
      SELECT list_id, parent_id, kept, json_array_length(items) FROM message_lists WHERE list_id = @headId
      UNION ALL
      SELECT l.list_id, l.parent_id, l.kept, json_array_length(l.items)
      FROM message_lists AS l JOIN chain ON l.list_id = chain.parent_id AND chain.list_id > @earlierId
    ) SELECT list_id, kept, own FROM chain ORDER BY list_id`);
  const places = database.prepare(
    "SELECT checkpoint_ns, checkpoint_id FROM thread_checkpoints WHERE thread_id = ? ORDER BY checkpoint_id, checkpoint_ns",
  );
  const listId = (threadId: string, checkpointId: string) =>
    (listOf.get(threadId, checkpointId) as { list_id: number | null } | undefined)?.list_id ?? undefined;

  return {
    async placesOf(threadId) {
      return places.all(threadId) as CheckpointPlace[]; // the columns named above
    },

    async countShared(threadId, earlierId, headId) {
      const [earlier, head] = [listId(threadId, earlierId), listId(threadId, headId)];
      if (earlier === undefined || head === undefined) return 0;
      const [first, ...later] = lineage.all({ headId: head, earlierId: earlier }) as Lineage[]; // the columns named above
      if (first?.list_id !== earlier) return 0;
      return Math.min(first.kept + first.own, ...later.map(({ kept }) => kept));
    },

    async read(threadId, checkpointId) {
      const place = { thread_id: threadId, checkpoint_ns: "" };
      const tuple = await saver.getTuple({
        configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId },
      });
      if (!tuple) return undefined;
      const headId = tuple.checkpoint.id;
      const { messages } = tuple.checkpoint.channel_values;
      const tree = createCheckpointTree(nodes.all(threadId) as Step[]); // the columns named above
      const path = tree.pathTo(headId);
      const listId = path.at(-1)?.list_id;
      const found = listId == null ? [] : (origins.all(listId) as { message_id: string; list_id: number }[]);
      const originOf = new Map(found.map(({ message_id, list_id }) => [message_id, list_id]));

      return {
        headId,
        messages: isMessageList(messages) ? messages : [],
        placeOf({ id }) {
          const origin = originOf.get(id ?? "");
          const step = path.find(({ list_id }) => origin !== undefined && list_id !== null && list_id >= origin);
          return step && tree.placeAt(step);
        },
      };
    },
  };
}
