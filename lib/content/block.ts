import { z } from "zod";

const anyKeySchema = z.record(z.string(), z.unknown());

/** What every block may have. `index` numbers the blocks of a stream; `extras` are the provider's own fields. */
const shared = {
  id: z.string().nullish(),
  index: z.union([z.number(), z.string()]).nullish(),
  extras: anyKeySchema.nullish(),
};

/** Where the data of an image, a video, a recording or a file is: at a url, with the provider, or here in base64. */
const media = {
  ...shared,
  file_id: z.string().nullish(),
  mime_type: z.string().nullish(),
  url: z.string().nullish(),
  base64: z.string().nullish(),
};

const chunkFields = { ...shared, name: z.string().nullish(), args: z.string().nullish() };

/** `annotations` are `Annotation`s, or what the provider wrote there: read them with `readCitation`. */
export const textBlockSchema = z.looseObject({
  type: z.literal("text"),
  text: z.string(),
  annotations: z.array(z.unknown()).nullish(),
  ...shared,
});
export const reasoningBlockSchema = z.looseObject({
  type: z.literal("reasoning"),
  reasoning: z.string().nullish(),
  ...shared,
});
/** A call whose arguments are whole. */
export const toolCallBlockSchema = z.looseObject({
  type: z.literal("tool_call"),
  name: z.string(),
  args: anyKeySchema,
  ...shared,
});
/** A call that is being written: `args` is the beginning of a JSON text. */
export const toolCallChunkBlockSchema = z.looseObject({ type: z.literal("tool_call_chunk"), ...chunkFields });
/** A call whose arguments are no JSON object, or were cut off. It is shown and never run. */
export const invalidToolCallBlockSchema = z.looseObject({
  type: z.literal("invalid_tool_call"),
  error: z.string().nullish(),
  ...chunkFields,
});
/** A call that the provider runs itself, such as a web search. */
export const serverToolCallBlockSchema = z.looseObject({
  type: z.literal("server_tool_call"),
  name: z.string(),
  args: anyKeySchema,
  ...shared,
});
export const serverToolCallChunkBlockSchema = z.looseObject({
  type: z.literal("server_tool_call_chunk"),
  ...chunkFields,
});
export const serverToolResultBlockSchema = z.looseObject({
  type: z.literal("server_tool_result"),
  tool_call_id: z.string(),
  status: z.string().nullish(),
  output: z.unknown().optional(),
  ...shared,
});
export const imageBlockSchema = z.looseObject({ type: z.literal("image"), ...media });
export const videoBlockSchema = z.looseObject({ type: z.literal("video"), ...media });
export const audioBlockSchema = z.looseObject({ type: z.literal("audio"), ...media });
export const fileBlockSchema = z.looseObject({ type: z.literal("file"), ...media });
/** A document of plain text; its text is here, at a url or in base64. */
export const plainTextBlockSchema = z.looseObject({
  type: z.literal("text-plain"),
  text: z.string().nullish(),
  title: z.string().nullish(),
  context: z.string().nullish(),
  ...media,
});
/** What no translator knows, kept as it came: a fallback shows it. */
export const nonStandardBlockSchema = z.looseObject({
  type: z.literal("non_standard"),
  value: z.unknown().optional(),
  ...shared,
});

/**
 * The standard content blocks: one shape for every provider. Unknown fields are kept.
 * Source: LangChain v1, langchain_core.messages.content.
 */
export const contentBlockSchema = z.discriminatedUnion("type", [
  textBlockSchema,
  reasoningBlockSchema,
  toolCallBlockSchema,
  toolCallChunkBlockSchema,
  invalidToolCallBlockSchema,
  serverToolCallBlockSchema,
  serverToolCallChunkBlockSchema,
  serverToolResultBlockSchema,
  imageBlockSchema,
  videoBlockSchema,
  audioBlockSchema,
  fileBlockSchema,
  plainTextBlockSchema,
  nonStandardBlockSchema,
]);

export type ContentBlock = z.infer<typeof contentBlockSchema>;
export type ContentBlockType = ContentBlock["type"];
/** The block of one type: `ContentBlockOf<"text">`. */
export type ContentBlockOf<Type extends ContentBlockType> = Extract<ContentBlock, { type: Type }>;
