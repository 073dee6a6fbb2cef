import { z } from "zod";

const calledSchema = z.looseObject({
  id: z.string().nullish(),
  name: z.string(),
  args: z.unknown().optional(),
});

/**
 * What a headless tool interrupts with: LangChain's JavaScript writes `toolCall`, its Python `tool_call`; both are read.
 * Source: `tool({ name, description, schema })` without an implementation, langchain 1.5.
 */
export const headlessPayloadSchema = z
  .union([
    z.looseObject({ type: z.literal("tool"), toolCall: calledSchema }),
    z.looseObject({ type: z.literal("tool"), tool_call: calledSchema }),
  ])
  .transform((payload) => {
    const call = "toolCall" in payload ? payload.toolCall : payload.tool_call;
    return call as z.infer<typeof calledSchema>; // the union holds one of the two
  });
export type HeadlessPayload = z.infer<typeof headlessPayloadSchema>;

/**
 * How a failed, declined or cancelled headless tool answers. A success answers with its plain output, so that servers
 * that know nothing of this shape pass it to the model as it is; on ours this shape becomes a ToolMessage with status "error".
 */
export const headlessFailureSchema = z.object({
  type: z.literal("toolweave.tool_error"),
  code: z.string(),
  message: z.string(),
  /** What it ran with, where the person changed the arguments first. */
  edited_args: z.unknown().optional(),
});
export type HeadlessFailure = z.infer<typeof headlessFailureSchema>;

/** How a success answers where the person changed the arguments first: a server that does not know it shows the model both. */
export const headlessEditedSchema = z.object({
  type: z.literal("toolweave.edited_result"),
  value: z.unknown().optional(),
  edited_args: z.unknown().optional(),
});
export type HeadlessEdited = z.infer<typeof headlessEditedSchema>;
