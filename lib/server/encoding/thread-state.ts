import type { StateSnapshot } from "@langchain/langgraph";
import type { Checkpoint } from "@/lib/protocol";
import { stringifyWire } from "./stringify-wire";

/** What a thread without any checkpoint answers. */
export const EMPTY_STATE_JSON = JSON.stringify({
  values: {},
  next: [],
  tasks: [],
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
});

/**
 * A state as it travels, as JSON text. A task that has a result lists no interrupts: LangGraph keeps answered ones
 * there until their siblings are answered too, and a client would run the tool again. `messagesKept`: so many of its
 * messages, from the first on, the reader has already. `lastMessages`: where it has none, only the newest so many.
 */
export function stringifyState(snapshot: StateSnapshot, messagesKept = 0, lastMessages?: number): string {
  const state = toState(snapshot);
  const messages: unknown = snapshot.values?.messages;
  if (!Array.isArray(messages) || (messagesKept === 0 && lastMessages === undefined)) return stringifyWire(state);
  const from = messagesKept > 0 ? messagesKept : Math.max(0, messages.length - (lastMessages ?? messages.length));
  const values = { ...snapshot.values, messages: messages.slice(from) };
  return stringifyWire({ ...state, values, [messagesKept > 0 ? "messages_kept" : "earlier_messages"]: from });
}

function toState(snapshot: StateSnapshot): Record<string, unknown> {
  return {
    values: snapshot.values,
    next: snapshot.next,
    tasks: snapshot.tasks.map(toTask),
    metadata: snapshot.metadata,
    created_at: snapshot.createdAt ?? null,
    checkpoint: toCheckpoint(snapshot.config),
    parent_checkpoint: toCheckpoint(snapshot.parentConfig),
  };
}

type SnapshotTask = StateSnapshot["tasks"][number] & { result?: unknown; path?: unknown };

function toTask(task: SnapshotTask): Record<string, unknown> {
  const result = task.result ?? null;
  return {
    id: task.id,
    name: task.name,
    path: task.path ?? [],
    error: task.error === undefined ? null : stringifyWire(task.error),
    interrupts: result === null ? task.interrupts : [],
    checkpoint: isSubgraphConfig(task.state) ? toCheckpoint(task.state) : null,
    state: isSnapshot(task.state) ? toState(task.state) : null,
    result,
  };
}

type Config = { configurable?: Record<string, unknown> };

/** What a task holds in place of its subgraph's config when subgraphs were asked for. */
function isSnapshot(state: unknown): state is StateSnapshot {
  return typeof state === "object" && state !== null && "values" in state && "tasks" in state;
}

function isSubgraphConfig(state: unknown): state is Config {
  return typeof state === "object" && state !== null && "configurable" in state;
}

function toCheckpoint(config: Config | undefined): Checkpoint | null {
  const place = config?.configurable;
  if (typeof place?.thread_id !== "string") return null;
  return {
    thread_id: place.thread_id,
    checkpoint_ns: typeof place.checkpoint_ns === "string" ? place.checkpoint_ns : "",
    ...(typeof place.checkpoint_id === "string" ? { checkpoint_id: place.checkpoint_id } : {}),
    checkpoint_map: null,
  };
}
