import type { BaseMessage } from "@langchain/core/messages";
import { type CheckpointTuple, Send } from "@langchain/langgraph";
import { isMessageList } from "../../persistence/checkpoints/message-lists";
import type { Storage } from "../../persistence/storage";

const RUNS_PAGE = 100;

/**
 * A thread as its owner takes it along: the thread and its runs, every message of every branch once, and each checkpoint with
 * the ids of its messages in place of them. `undefined`: it was deleted since.
 */
export async function exportThread(storage: Storage, threadId: string, userId: string): Promise<object | undefined> {
  if ((await storage.threads.ownerOf(threadId)) !== userId) return undefined;
  const thread = await storage.threads.get(threadId);
  if (!thread) return undefined;
  const messages = new Map<string, BaseMessage>();
  const checkpoints: object[] = [];
  for await (const tuple of storage.saver.list({ configurable: { thread_id: threadId } })) {
    checkpoints.push(entryOf(tuple, messages));
  }
  const runs: object[] = [];
  for (let offset = 0; ; offset += RUNS_PAGE) {
    const page = await storage.runs.list(threadId, { limit: RUNS_PAGE, offset });
    runs.push(...page);
    if (page.length < RUNS_PAGE) break;
  }
  const { values: _, ...rest } = thread; // they are those of the last checkpoint
  return { ...rest, runs, messages: [...messages.values()].reverse(), checkpoints };
}

function entryOf(tuple: CheckpointTuple, messages: Map<string, BaseMessage>): object {
  const { checkpoint, metadata, config, parentConfig, pendingWrites } = tuple;
  return {
    checkpoint_id: checkpoint.id,
    checkpoint_ns: config.configurable?.checkpoint_ns ?? "",
    parent_checkpoint_id: parentConfig?.configurable?.checkpoint_id ?? null,
    created_at: checkpoint.ts,
    metadata,
    values: byId(checkpoint.channel_values, messages),
    writes: (pendingWrites ?? []).map(([, channel, value]) => ({ channel, value: byId(value, messages) })),
  };
}

/**
 * Lists of messages are named by their ids, wherever they stand: each tool call is given the whole state. One with a message
 * that has no id yet, as a client may send it, stays. An edited message has the id of the one before, and both are kept.
 */
function byId(value: unknown, messages: Map<string, BaseMessage>): unknown {
  if (isMessageList(value) && value.every(({ id }) => id !== undefined)) {
    for (const message of value.toReversed()) messages.set(`${message.id} ${JSON.stringify(message.content)}`, message);
    return value.map(({ id }) => id);
  }
  if (Array.isArray(value)) return value.map((item) => byId(item, messages));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, byId(part, messages)]));
}

/** What a graph made itself, a packet (`Send`) among it; objects of classes say themselves what they are in JSON. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype || value instanceof Send;
}
