import { z } from "zod";

const metadataSchema = z.record(z.string(), z.unknown());

/** A paused point of a graph that waits for an answer. `id` is 32 hex digits; `value` is what `interrupt()` was given. */
export const interruptSchema = z.looseObject({ id: z.string(), value: z.unknown().optional() });
export type Interrupt = z.infer<typeof interruptSchema>;

export const threadStatusSchema = z.enum(["idle", "busy", "interrupted", "error"]);
export type ThreadStatus = z.infer<typeof threadStatusSchema>;

/** A thread: a conversation and its state on the server. Times are ISO 8601. */
export const threadSchema = z.looseObject({
  thread_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: metadataSchema.nullish(),
  status: threadStatusSchema,
  values: z.unknown().optional(),
  interrupts: z.record(z.string(), z.array(interruptSchema)).nullish(),
});
export type Thread = z.infer<typeof threadSchema>;

/** Where a state lives: `checkpoint_ns` is empty for the root graph. */
export const checkpointSchema = z.looseObject({
  thread_id: z.string().optional(),
  checkpoint_ns: z.string().nullish(),
  checkpoint_id: z.string().nullish(),
  checkpoint_map: z.record(z.string(), z.unknown()).nullish(),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** One node's turn in a step. A task with a `result` is answered: its interrupts no longer wait. */
export const taskSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  error: z.string().nullish(),
  interrupts: z.array(interruptSchema).nullish(),
  result: z.unknown().optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** The state of a thread at one checkpoint. */
export const threadStateSchema = z.looseObject({
  values: z.unknown().optional(),
  next: z.array(z.string()),
  tasks: z.array(taskSchema).nullish(),
  metadata: metadataSchema.nullish(),
  created_at: z.string().nullish(),
  checkpoint: checkpointSchema.nullish(),
  parent_checkpoint: checkpointSchema.nullish(),
  /** Ours: so many messages are as at the checkpoint that `messages_since` named, and `values.messages` has what comes after them. */
  messages_kept: z.number().nullish(),
  /** Ours, where `last_messages` was asked: how many messages come before those that are here. */
  earlier_messages: z.number().nullish(),
});
export type ThreadState = z.infer<typeof threadStateSchema>;

const seedUpdateSchema = z.looseObject({ values: z.unknown().optional(), as_node: z.string().nullish() });

export const createThreadSchema = z.looseObject({
  thread_id: z.uuid().nullish(),
  metadata: metadataSchema.nullish(),
  if_exists: z.enum(["raise", "do_nothing"]).nullish(),
  /** A state to begin with, step by step; `metadata.graph_id` must name the agent. */
  supersteps: z.array(z.looseObject({ updates: z.array(seedUpdateSchema).min(1) })).nullish(),
});
export type CreateThread = z.infer<typeof createThreadSchema>;

export const updateThreadSchema = z.looseObject({ metadata: metadataSchema });

export const searchThreadsSchema = z.looseObject({
  metadata: metadataSchema.nullish(),
  status: threadStatusSchema.nullish(),
  /** Parts of the state that a thread must hold; one without any state never matches. What lists of messages hold is not searched. */
  values: z.record(z.string(), z.unknown()).nullish(),
  ids: z.array(z.string()).max(1000).nullish(),
  /** Ours: only threads whose title (`metadata.title`) contains this, whatever the case of its ASCII letters. Other servers ignore it. */
  q: z.string().max(200).nullish(),
  /** Which fields of a thread to send; without it, all. `values` is by far the largest. */
  select: z.array(z.string()).nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
  sort_by: z.enum(["thread_id", "status", "created_at", "updated_at", "state_updated_at"]).nullish(),
  sort_order: z.enum(["asc", "desc"]).nullish(),
});
export type SearchThreads = z.infer<typeof searchThreadsSchema>;

export const countThreadsSchema = searchThreadsSchema.pick({ metadata: true, values: true, status: true, q: true });

/** `before`: an id, a checkpoint, or LangGraph's config around one. `metadata` filters on that of the checkpoints. */
export const historyRequestSchema = z.looseObject({
  limit: z.int().min(1).max(1000).nullish(),
  before: z.unknown().optional(),
  metadata: metadataSchema.nullish(),
  checkpoint: checkpointSchema.nullish(),
});

/** Reads the state at a checkpoint, also one of a subgraph (`checkpoint_ns`). */
export const stateRequestSchema = z.looseObject({
  checkpoint: checkpointSchema,
  subgraphs: z.boolean().nullish(),
});

/** Values of a state, by channel: an object, or a list of pairs where one channel is written more than once. */
const updateValuesSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.tuple([z.string(), z.unknown()]))]);

/** Changes the state as if the node `as_node` had returned `values`; the next run goes on behind that node. */
export const updateStateSchema = z.looseObject({
  values: updateValuesSchema.nullish(),
  as_node: z.string().nullish(),
  checkpoint: checkpointSchema.nullish(),
  checkpoint_id: z.string().nullish(),
});

export type UpdateState = z.infer<typeof updateStateSchema>;

/** Where a change of the state was written. */
export const updatedStateSchema = z.looseObject({ checkpoint: checkpointSchema });
