import { z } from "zod";

/** `1` and `true` are yes; the SDK sends `0` and `false` too. */
export const flagSchema = z
  .string()
  .transform((text) => text === "1" || text === "true")
  .pipe(z.boolean());

const limitSchema = z.coerce.number().int().min(1).max(1000);
const offsetSchema = z.coerce.number().int().min(0);

/**
 * Ours; other servers ignore both, and send all messages. `messages_since`: a checkpoint whose messages the reader has.
 * `last_messages`: only the newest so many, where nothing of that checkpoint is left.
 */
export const stateQuerySchema = z.object({
  subgraphs: flagSchema.optional(),
  messages_since: z.string().optional(),
  last_messages: z.coerce.number().int().min(1).optional(),
});

export const historyQuerySchema = z.object({ limit: limitSchema.optional(), before: z.string().optional() });

/** `status` is one of a run's; `select` may be repeated. */
export const runListQuerySchema = z.object({
  limit: limitSchema.optional(),
  offset: offsetSchema.optional(),
  status: z.enum(["pending", "running", "success", "error", "timeout", "interrupted"]).optional(),
  select: z.union([z.string().transform((field) => [field]), z.array(z.string())]).optional(),
});

/** `rollback` removes the run with everything it wrote; `interrupt` keeps what it produced. */
export const cancelQuerySchema = z.object({
  wait: flagSchema.optional(),
  action: z.enum(["interrupt", "rollback"]).optional(),
});

export const joinQuerySchema = z.object({ cancel_on_disconnect: flagSchema.optional() });

/** `namespace`: its labels, joined with dots. */
export const itemQuerySchema = z.object({
  namespace: z.string().regex(/^[^.]+(\.[^.]+)*$/, { error: "the labels of a namespace are joined with single dots" }),
  key: z.string().min(1),
});

/** `xray`: with what is inside subgraphs, to any depth or a number of levels. */
export const graphQuerySchema = z.object({ xray: z.union([z.coerce.number().int().min(0), flagSchema]).optional() });

export const subgraphsQuerySchema = z.object({ recurse: flagSchema.optional() });
