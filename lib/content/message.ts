import { z } from "zod";

const anyKeySchema = z.record(z.string(), z.unknown());

/** The content of a message as it travels: text, or texts and blocks of whatever provider. `translateMessage` reads it. */
export const messageContentSchema = z.union([z.string(), z.array(z.union([z.string(), anyKeySchema]))]);

/** A call in `tool_calls`. Source: LangChain `ToolCall`. */
export const messageToolCallSchema = z.looseObject({
  name: z.string(),
  args: anyKeySchema,
  id: z.string().nullish(),
});
export type MessageToolCall = z.infer<typeof messageToolCallSchema>;

const shared = {
  id: z.string().nullish(),
  name: z.string().nullish(),
  content: messageContentSchema,
  additional_kwargs: anyKeySchema.nullish(),
  response_metadata: anyKeySchema.nullish(),
};

export const humanMessageSchema = z.looseObject({ type: z.literal("human"), ...shared });
export const systemMessageSchema = z.looseObject({ type: z.literal("system"), ...shared });
export const aiMessageSchema = z.looseObject({
  type: z.literal("ai"),
  ...shared,
  tool_calls: z.array(messageToolCallSchema).nullish(),
  invalid_tool_calls: z.array(anyKeySchema).nullish(),
  usage_metadata: anyKeySchema.nullish(),
});
/** The answer to a call. `artifact` is for the page and never sent to a model. */
export const toolMessageSchema = z.looseObject({
  type: z.literal("tool"),
  ...shared,
  tool_call_id: z.string(),
  status: z.enum(["success", "error"]).nullish(),
  artifact: z.unknown().optional(),
});
/** Tells the graph to take the message with this id out of its state; never shown. */
export const removeMessageSchema = z.looseObject({ type: z.literal("remove"), id: z.string() });
/** A message that nobody knows, kept as it came: a fallback shows it. */
export const unknownMessageSchema = z.looseObject({
  type: z.literal("unknown"),
  id: z.string().nullish(),
  value: z.unknown().optional(),
});

/** A message of a conversation. Unknown fields are kept. Source: LangChain v1, `BaseMessage` and its classes. */
export const messageSchema = z.discriminatedUnion("type", [
  humanMessageSchema,
  aiMessageSchema,
  systemMessageSchema,
  toolMessageSchema,
  removeMessageSchema,
  unknownMessageSchema,
]);

export type HumanMessage = z.infer<typeof humanMessageSchema>;
export type AiMessage = z.infer<typeof aiMessageSchema>;
export type SystemMessage = z.infer<typeof systemMessageSchema>;
export type ToolMessage = z.infer<typeof toolMessageSchema>;
export type RemoveMessage = z.infer<typeof removeMessageSchema>;
export type UnknownMessage = z.infer<typeof unknownMessageSchema>;
export type Message = z.infer<typeof messageSchema>;
export type MessageType = Message["type"];
/** A message that has content: what is sent to a model. */
export type ContentMessage = HumanMessage | AiMessage | SystemMessage | ToolMessage;
