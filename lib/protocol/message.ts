import { z } from "zod";
import { wireTypeOf } from "./wire-type";

/** A piece of a tool call as a model streams it: `args` is JSON text to be joined by `index`. Source: LangChain `ToolCallChunk`. */
export const toolCallChunkSchema = z.looseObject({
  name: z.string().nullish(),
  args: z.unknown().optional(),
  id: z.union([z.string(), z.number()]).nullish(),
  index: z.union([z.string(), z.number()]).nullish(),
});
export type ToolCallChunk = z.infer<typeof toolCallChunkSchema>;

/** A finished tool call. Source: LangChain `ToolCall`. */
export const toolCallSchema = z.looseObject({
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  id: z.string().nullish(),
});
export type WireToolCall = z.infer<typeof toolCallSchema>;

/** Token counts of one model answer. Source: LangChain `UsageMetadata`. */
export const usageMetadataSchema = z.looseObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  total_tokens: z.number(),
});
export type UsageMetadata = z.infer<typeof usageMetadataSchema>;

/**
 * A message, or a piece of one, as it travels: `type` beside `content`, never `{lc, kwargs}`.
 * Unknown fields and unknown types are kept.
 */
export const wireMessageSchema = z.looseObject({
  type: z.string().transform(wireTypeOf),
  id: z.string().nullish(),
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  name: z.string().nullish(),
  additional_kwargs: z.record(z.string(), z.unknown()).nullish(),
  response_metadata: z.record(z.string(), z.unknown()).nullish(),
  tool_calls: z.array(toolCallSchema).nullish(),
  tool_call_chunks: z.array(toolCallChunkSchema).nullish(),
  invalid_tool_calls: z.array(z.looseObject({})).nullish(),
  usage_metadata: usageMetadataSchema.nullish(),
  chunk_position: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  status: z.enum(["success", "error"]).nullish(),
  artifact: z.unknown().optional(),
});
export type WireMessage = z.infer<typeof wireMessageSchema>;
