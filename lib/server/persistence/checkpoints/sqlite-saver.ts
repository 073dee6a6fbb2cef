import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "@langchain/langgraph";
import type { Database, Statement } from "better-sqlite3";
import { withRun } from "../history/run-metadata";
import { placeOfWrite } from "../history/write-places";
import { isPathKey } from "../path-key";
import { createDataSerde } from "../serde/data-serde";
import { createFencedWrite, type FencedWrite, readFence } from "./fence";
import { createMessageLists, type MessageLists } from "./message-lists";
import { isInPacket, PACKETS, putLists, takeLists } from "./packet-lists";

type CheckpointRow = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_id: string | null;
  body: string;
  lists: string;
  metadata: string;
};
type WriteRow = { task_id: string; channel: string; type: string; value: string | Uint8Array; lists: string };

type CheckpointListOptions = NonNullable<Parameters<BaseCheckpointSaver["list"]>[1]>;
type PendingWrite = Parameters<BaseCheckpointSaver["putWrites"]>[1][number];

const COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, parent_id, body, lists, metadata";

/**
 * LangGraph's checkpoints in SQLite, with two differences to LangGraph's own saver: messages are stored once, not once
 * a checkpoint, and what an attempt that was overtaken still writes is refused (`conflict`).
 */
export class SqliteCheckpointSaver extends BaseCheckpointSaver {
  readonly #database: Database;
  readonly #write: FencedWrite;
  readonly #lists: MessageLists;
  readonly #last: Statement;
  readonly #byId: Statement;
  readonly #listsOf: Statement;
  readonly #writes: Statement;
  readonly #insert: Statement;
  readonly #insertWrite: Statement;
  readonly #replaceWrite: Statement;
  /** Checkpoints that are being written: what steps write behind one waits for it. */
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(database: Database) {
    super();
    this.serde = createDataSerde(this.serde);
    this.#database = database;
    this.#write = createFencedWrite(database);
    this.#lists = createMessageLists(database, this.serde);
    const place = "FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = ?";
    this.#last = database.prepare(`SELECT ${COLUMNS} ${place} ORDER BY checkpoint_id DESC LIMIT 1`);
    this.#byId = database.prepare(`SELECT ${COLUMNS} ${place} AND checkpoint_id = ?`);
    this.#listsOf = database.prepare(`SELECT lists ${place} AND checkpoint_id = ?`);
    this.#writes = database.prepare(`
      SELECT task_id, channel, type, value, lists FROM checkpoint_writes
      WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_path, task_id, idx`);
    this.#insert = database.prepare(`
      INSERT OR REPLACE INTO thread_checkpoints (${COLUMNS}, source, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const write = `INTO checkpoint_writes
      (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, task_path, channel, type, value, lists)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    this.#insertWrite = database.prepare(`INSERT OR IGNORE ${write}`);
    this.#replaceWrite = database.prepare(`INSERT OR REPLACE ${write}`);
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    const row = checkpoint_id
      ? this.#byId.get(thread_id, checkpoint_ns, checkpoint_id)
      : this.#last.get(thread_id, checkpoint_ns);
    return row ? this.#toTuple(row as CheckpointRow) : undefined; // the columns named above
  }

  async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns } = config.configurable ?? {};
    const conditions = ["thread_id = ?"];
    const values: unknown[] = [thread_id];
    if (typeof checkpoint_ns === "string") {
      conditions.push("checkpoint_ns = ?");
      values.push(checkpoint_ns);
    }
    const before = options.before?.configurable?.checkpoint_id;
    if (before !== undefined) {
      conditions.push("checkpoint_id < ?");
      values.push(before);
    }
    for (const [key, value] of Object.entries(options.filter ?? {})) {
      if (value === undefined) continue;
      if (!isPathKey(key)) {
        conditions.push("0");
        continue;
      }
      conditions.push(`(metadata -> ?) = json(?)`);
      values.push(`$."${key}"`, JSON.stringify(value));
    }
    const ids = this.#database
      .prepare(
        `SELECT thread_id, checkpoint_ns, checkpoint_id FROM thread_checkpoints
        WHERE ${conditions.join(" AND ")} ORDER BY checkpoint_id DESC LIMIT ?`,
      )
      .all(...values, options.limit ?? -1) as CheckpointRow[];
    for (const { thread_id, checkpoint_ns, checkpoint_id } of ids) {
      // read one by one: a long history is never in memory at once
      const row = this.#byId.get(thread_id, checkpoint_ns, checkpoint_id) as CheckpointRow | undefined;
      if (row) yield await this.#toTuple(row);
    }
  }

  async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<RunnableConfig> {
    const { thread_id, checkpoint_ns = "" } = config.configurable ?? {};
    const place = JSON.stringify([thread_id, checkpoint_ns, checkpoint.id]);
    const written = this.#put(config, checkpoint, metadata);
    this.#writing.set(place, written);
    try {
      await written;
    } finally {
      this.#writing.delete(place);
    }
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }

  async #put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<void> {
    await nextTurn();
    const { thread_id, checkpoint_ns = "", checkpoint_id: parent } = config.configurable ?? {};
    const bases = this.#listIds(thread_id, checkpoint_ns, parent);
    const lists = new Map<string, () => number>();
    const rest: Record<string, unknown> = {};
    for (const [channel, value] of Object.entries(checkpoint.channel_values)) {
      const isList = Array.isArray(value) && value.length > 0;
      const store = isList ? await this.#lists.prepare(thread_id, value, bases[channel]) : undefined;
      if (store) lists.set(channel, store);
      else rest[channel] = value;
    }
    const packets = await this.#thin(rest[PACKETS], bases);
    if (PACKETS in rest) rest[PACKETS] = packets.value;
    const [body, meta] = await Promise.all([
      this.#dump({ ...checkpoint, channel_values: rest }),
      this.#dump(withRun(config, metadata)),
    ]);
    this.#write(thread_id, readFence(config), () => {
      const { id, ts } = checkpoint;
      const ids = Object.fromEntries([...lists].map(([channel, store]) => [channel, store()]));
      const place = [thread_id, checkpoint_ns, id, parent ?? null];
      this.#insert.run(
        ...place,
        body,
        JSON.stringify({ ...ids, ...packets.taken }),
        meta,
        metadata.source,
        Date.parse(ts),
      );
    });
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string, taskPath = ""): Promise<void> {
    await nextTurn();
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    const hasPackets = writes.some(([channel]) => channel === PACKETS);
    if (hasPackets) await this.#writing.get(JSON.stringify([thread_id, checkpoint_ns, checkpoint_id]))?.catch(() => {}); // `put` rejects
    const bases = hasPackets ? this.#listIds(thread_id, checkpoint_ns, checkpoint_id) : {};
    const statement = writes.every(([channel]) => placeOfWrite(channel) !== undefined)
      ? this.#replaceWrite
      : this.#insertWrite;
    const rows = await Promise.all(
      writes.map(async ([channel, value], index) => {
        const thin = channel === PACKETS ? await this.#thin(value, bases) : { value, taken: {} };
        const [type, bytes] = await this.serde.dumpsTyped(thin.value);
        const stored = type === "json" ? new TextDecoder().decode(bytes) : Buffer.from(bytes);
        const place = [thread_id, checkpoint_ns, checkpoint_id, taskId, placeOfWrite(channel) ?? index, taskPath];
        return [...place, channel, type, stored, JSON.stringify(thin.taken)];
      }),
    );
    this.#write(thread_id, readFence(config), () => {
      for (const row of rows) statement.run(...row);
    });
  }

  async deleteThread(threadId: string): Promise<void> {
    this.#database.transaction(() => deleteCheckpoints(this.#database, threadId)).immediate();
  }

  /** Packets without what the lists of a checkpoint, which they most often go on from, hold already. */
  #thin(value: unknown, bases: Readonly<Record<string, number>>) {
    return takeLists(value, async (channel, items) => {
      const base = bases[channel];
      const added = base === undefined ? undefined : await this.#lists.added(base, items);
      return base === undefined || added === undefined ? undefined : { listId: base, rest: added };
    });
  }

  #listIds(threadId: string, namespace: string, checkpointId: unknown): Record<string, number> {
    if (typeof checkpointId !== "string") return {};
    const row = this.#listsOf.get(threadId, namespace, checkpointId) as { lists: string } | undefined;
    return row ? JSON.parse(row.lists) : {};
  }

  async #toTuple(row: CheckpointRow): Promise<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id, parent_id } = row;
    const writes = this.#writes.all(thread_id, checkpoint_ns, checkpoint_id) as WriteRow[];
    const checkpoint: Checkpoint = await this.serde.loadsTyped("json", row.body);
    const lists: Record<string, number> = JSON.parse(row.lists);
    const read = (listId: number) => this.#lists.read(listId);
    await putLists(checkpoint.channel_values[PACKETS], lists, read);
    for (const [channel, listId] of Object.entries(lists)) {
      if (!isInPacket(channel)) checkpoint.channel_values[channel] = await read(listId);
    }
    const place = { thread_id, checkpoint_ns };
    return {
      config: { configurable: { ...place, checkpoint_id } },
      checkpoint,
      metadata: await this.serde.loadsTyped("json", row.metadata),
      ...(parent_id === null ? {} : { parentConfig: { configurable: { ...place, checkpoint_id: parent_id } } }),
      pendingWrites: await Promise.all(
        writes.map(async ({ task_id, channel, type, value, lists }): Promise<[string, string, unknown]> => {
          const written: unknown = await this.serde.loadsTyped(type, value);
          if (channel === PACKETS) await putLists(written, JSON.parse(lists), read);
          return [task_id, channel, written];
        }),
      ),
    };
  }

  async #dump(value: unknown): Promise<string> {
    const [, bytes] = await this.serde.dumpsTyped(value);
    return new TextDecoder().decode(bytes);
  }
}

/**
 * SQLite works at once and in this thread: first let the graph go on, so that the next step (a model's request, most
 * often) is on its way while its predecessor is written. LangGraph waits for every write before a run ends.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Removes every checkpoint of a thread. Must be called in a transaction. */
export function deleteCheckpoints(database: Database, threadId: string): void {
  for (const table of ["thread_checkpoints", "checkpoint_writes", "message_lists"]) {
    database.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
  }
}
