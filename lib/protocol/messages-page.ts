import { z } from "zod";
import { wireMessageSchema } from "./message";

/** What `GET /threads/{t}/messages` may be asked; everything is text, as in a query. */
export const messagesQuerySchema = z.object({
  /** The branch that ends at this checkpoint; without it, the thread's newest. */
  checkpoint: z.string().min(1).max(200).optional(),
  /** The page ends before this message. */
  before: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** Only messages whose text contains this, whatever its case. */
  q: z.string().max(200).optional(),
});
export type MessagesQuery = z.infer<typeof messagesQuerySchema>;

/** A message and its place in the tree of a thread's branches. */
export const placedMessageSchema = z.looseObject({
  message: wireMessageSchema,
  /** Counted from the first message of the branch, which is 0. */
  position: z.number(),
  /** Where the message came in; `null` when that has been forgotten. */
  checkpoint_id: z.string().nullable(),
  /** Where a run starts to put something else in its place; `null`: nothing came before it that is kept. */
  parent_checkpoint_id: z.string().nullable(),
  /** The branches that begin at the parent, oldest first, its own among them. Ask for `head_checkpoint_id` to see one. */
  siblings: z.array(z.looseObject({ checkpoint_id: z.string(), head_checkpoint_id: z.string() })),
});
export type PlacedMessage = z.infer<typeof placedMessageSchema>;

/** A page of a branch, oldest message first. */
export const messagesPageSchema = z.looseObject({
  thread_id: z.string(),
  /** The checkpoint that the branch ends at; `null` for a thread without any. */
  checkpoint_id: z.string().nullable(),
  messages: z.array(placedMessageSchema),
  /** Of the whole branch; with `q`, of what matches. */
  total: z.number(),
  /** `before` of the page of older messages; `null` on the last. */
  next_before: z.string().nullable(),
});
export type MessagesPage = z.infer<typeof messagesPageSchema>;
