import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  copyCheckpoint,
  MemorySaver,
} from "@langchain/langgraph";
import { assertNewest, readFence } from "../checkpoints/fence";
import { isMessageList } from "../checkpoints/message-lists";
import { KEPT_FOR, type TreeNode } from "../history/checkpoint-tree";
import { idsOfFailedCalls } from "../history/failed-calls";
import { withRun } from "../history/run-metadata";
import { placeOfWrite } from "../history/write-places";
import { createDataSerde } from "../serde/data-serde";
import type { MemoryRows } from "./memory-rows";

type PendingWrite = Parameters<BaseCheckpointSaver["putWrites"]>[1][number];

/** A checkpoint without its state: what pruning and branches need of it. */
export type MemoryNode = TreeNode & {
  readonly namespace: string;
  readonly createdAtMs: number;
  /** Of the channel `messages`. */
  readonly messageIds: readonly string[];
  /** Of those the ones with a call that failed. */
  readonly failedIds: readonly string[];
};

type StoredCheckpoint = MemorySaver["storage"][string][string][string];

/** What steps wrote behind a checkpoint; keys are LangGraph's. */
export type MemoryWrites = MemorySaver["writes"][string];

/**
 * LangGraph's saver in memory, with what Toolweave adds to a saver: what an attempt that was overtaken still writes is
 * refused (`conflict`), metadata says which run wrote a checkpoint, and single checkpoints can be removed.
 */
export class MemoryCheckpointSaver extends MemorySaver {
  readonly #rows: MemoryRows;
  /** By thread, then by namespace and id. */
  readonly #nodes = new Map<string, Map<string, MemoryNode>>();

  constructor(rows: MemoryRows) {
    super();
    this.serde = createDataSerde(this.serde);
    this.#rows = rows;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const { thread_id, checkpoint_ns = "", checkpoint_id: parent } = config.configurable ?? {};
    const [[, body], [, meta]] = await Promise.all([
      this.serde.dumpsTyped(copyCheckpoint(checkpoint)),
      this.serde.dumpsTyped(withRun(config, metadata)),
    ]);
    this.#assertNewest(config);
    this.#store(thread_id, checkpoint_ns, checkpoint.id, [body, meta, parent]);
    const { messages: list } = checkpoint.channel_values;
    const messages: BaseMessage[] = isMessageList(list) ? list : [];
    this.setNode(thread_id, {
      namespace: checkpoint_ns,
      checkpoint_id: checkpoint.id,
      parent_id: parent ?? null,
      source: metadata.source,
      role: KEPT_FOR.unsettled,
      createdAtMs: Date.parse(checkpoint.ts),
      messageIds: messages.map(({ id }) => id ?? ""),
      failedIds: idsOfFailedCalls(messages),
    });
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    const values = await Promise.all(writes.map(async ([, value]) => (await this.serde.dumpsTyped(value))[1]));
    this.#assertNewest(config);
    const place = placeKey(thread_id, checkpoint_ns, checkpoint_id);
    const stored: MemoryWrites = { ...this.writes[place] };
    writes.forEach(([channel], index) => {
      const own = placeOfWrite(channel);
      const key = `${taskId},${own ?? index}`;
      const value = values[index];
      if (value && (own !== undefined || !(key in stored))) stored[key] = [taskId, channel, value, taskPath];
    });
    this.writes[place] = stored;
  }

  override async deleteThread(threadId: string): Promise<void> {
    await super.deleteThread(threadId);
    this.#nodes.delete(threadId);
  }

  /** Every checkpoint of a thread, in all namespaces. */
  nodes(threadId: string): MemoryNode[] {
    return [...(this.#nodes.get(threadId)?.values() ?? [])];
  }

  setNode(threadId: string, node: MemoryNode): void {
    const nodes = this.#nodes.get(threadId) ?? new Map<string, MemoryNode>();
    nodes.set(placeKey(threadId, node.namespace, node.checkpoint_id), node);
    this.#nodes.set(threadId, nodes);
    // the state is read from where LangGraph keeps it, with the parent that it has now
    const entry = this.storage[threadId]?.[node.namespace]?.[node.checkpoint_id];
    if (entry) entry[2] = node.parent_id ?? undefined;
  }

  /** Removes one checkpoint and what was written behind it; its children are left to the caller. */
  remove(threadId: string, { namespace, checkpoint_id }: MemoryNode): void {
    const place = placeKey(threadId, namespace, checkpoint_id);
    this.#nodes.get(threadId)?.delete(place);
    const checkpoints = this.storage[threadId]?.[namespace] ?? {};
    delete checkpoints[checkpoint_id];
    if (Object.keys(checkpoints).length === 0) delete this.storage[threadId]?.[namespace]; // LangGraph looks into what is there
    delete this.writes[place];
  }

  writesAt(threadId: string, { namespace, checkpoint_id }: MemoryNode): MemoryWrites {
    return this.writes[placeKey(threadId, namespace, checkpoint_id)] ?? {};
  }

  setWrites(threadId: string, { namespace, checkpoint_id }: MemoryNode, writes: MemoryWrites): void {
    const place = placeKey(threadId, namespace, checkpoint_id);
    if (Object.keys(writes).length === 0) delete this.writes[place];
    else this.writes[place] = writes;
  }

  /** Copies every checkpoint of a thread; what one says about itself names the thread that it is in. */
  async copyThread(from: string, to: string): Promise<void> {
    for (const node of this.nodes(from)) {
      const { namespace, checkpoint_id } = node;
      const entry = this.storage[from]?.[namespace]?.[checkpoint_id];
      if (!entry) continue;
      const metadata = await this.serde.loadsTyped("json", entry[1]);
      const own = metadata.thread_id === undefined ? metadata : { ...metadata, thread_id: to };
      const [, meta] = await this.serde.dumpsTyped(own);
      this.#store(to, namespace, checkpoint_id, [entry[0], meta, entry[2]]);
      this.setNode(to, node);
      this.setWrites(to, node, { ...this.writesAt(from, node) });
    }
  }

  #store(threadId: string, namespace: string, checkpointId: string, entry: StoredCheckpoint): void {
    const namespaces = this.storage[threadId] ?? {};
    this.storage[threadId] = namespaces;
    const checkpoints = namespaces[namespace] ?? {};
    namespaces[namespace] = checkpoints;
    checkpoints[checkpointId] = entry;
  }

  #assertNewest(config: RunnableConfig): void {
    const threadId = config.configurable?.thread_id;
    assertNewest(threadId, readFence(config), this.#rows.threads.get(threadId)?.fence);
  }
}

/** The key under which LangGraph keeps the writes behind a checkpoint. */
function placeKey(threadId: string, namespace: string, checkpointId: string): string {
  return JSON.stringify([threadId, namespace, checkpointId]);
}
