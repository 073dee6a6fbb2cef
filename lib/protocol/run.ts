import { z } from "zod";
import { errorDataSchema } from "./error-body";
import { checkpointSchema, interruptSchema } from "./thread";

export const runStatusSchema = z.enum(["pending", "running", "success", "error", "timeout", "interrupted"]);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** One execution of a graph on a thread. `interrupted` means stopped by somebody; a paused graph ends as `success`. */
export const runSchema = z.looseObject({
  run_id: z.string(),
  thread_id: z.string(),
  assistant_id: z.string(),
  status: runStatusSchema,
  created_at: z.string(),
  updated_at: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  multitask_strategy: z.string().nullish(),
  /** Ours: why a run with status `error` failed; of an `interrupted` one, that the server came to its end (`server_stopped`). */
  error: errorDataSchema.nullish(),
});
export type Run = z.infer<typeof runSchema>;

export const streamModeSchema = z.enum([
  "values",
  "updates",
  "messages",
  "messages-tuple",
  "custom",
  "tools",
  "tasks",
  "events",
  "debug",
  "checkpoints",
]);
export type StreamMode = z.infer<typeof streamModeSchema>;

/** What goes on with a paused graph: `resume` is a value, or a map from interrupt id to value. */
export const commandSchema = z.looseObject({
  resume: z.unknown().optional(),
  update: z.unknown().optional(),
  goto: z.unknown().optional(),
});
export type Command = z.infer<typeof commandSchema>;

/** The body that starts a run, as every LangGraph server takes it. `null` is the same as absent. */
export const runRequestSchema = z.looseObject({
  assistant_id: z.string({ error: "assistant_id must be the name of an agent" }).min(1),
  input: z.unknown().optional(),
  command: commandSchema.nullish(),
  stream_mode: z.union([streamModeSchema, z.array(streamModeSchema)]).nullish(),
  stream_subgraphs: z.boolean().nullish(),
  stream_resumable: z.boolean().nullish(),
  on_disconnect: z.enum(["cancel", "continue"]).nullish(),
  multitask_strategy: z.enum(["reject", "enqueue", "interrupt", "rollback"]).nullish(),
  if_not_exists: z.enum(["create", "reject"]).nullish(),
  interrupt_before: z.union([z.literal("*"), z.array(z.string())]).nullish(),
  interrupt_after: z.union([z.literal("*"), z.array(z.string())]).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
  context: z.record(z.string(), z.unknown()).nullish(),
  checkpoint: checkpointSchema.nullish(),
  checkpoint_id: z.string().nullish(),
  /** Not served: refused when set. */
  after_seconds: z.number().nullish(),
  webhook: z.string().nullish(),
  /** Of a run without a thread of its own: whether what it leaves is kept as a thread. Default `delete`. */
  on_completion: z.enum(["delete", "keep"]).nullish(),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/** Several runs without threads, at most 100. LangGraph's client sends these fields in camelCase; both are read. */
export const runBatchSchema = z.array(z.record(z.string(), z.unknown())).min(1).max(100);

/** What waiting for a run gives: the state, with `__interrupt__` where it waits, or `__error__`. */
export const runResultSchema = z.looseObject({
  __interrupt__: z.array(interruptSchema).optional(),
  __error__: errorDataSchema.optional(),
});

/** Asks for the right to execute a headless tool. `holder` names the page, the same string at every renewal. */
export const claimRequestSchema = z.looseObject({
  holder: z.string().min(1).max(200),
});

/** The answer to a claim: 200 when it is the caller's, 409 when somebody else holds it. Times are ISO 8601. */
export const claimSchema = z.looseObject({
  interrupt_id: z.string(),
  holder: z.string(),
  lease_expires_at: z.string(),
  /**
   * Set when this claim took over one of somebody else that had expired, and at every later grant to the same holder:
   * the one before may have executed the call already.
   */
  previous_holder: z.string().nullish(),
});
export type Claim = z.infer<typeof claimSchema>;
