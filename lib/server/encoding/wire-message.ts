import type { BaseMessage } from "@langchain/core/messages";

/** Fields of LangChain's message classes that travel, besides `type`, `content` and `id`. */
type Carried = {
  name?: string;
  additional_kwargs?: Record<string, unknown>;
  response_metadata?: Record<string, unknown>;
  tool_calls?: unknown[];
  invalid_tool_calls?: unknown[];
  usage_metadata?: unknown;
  tool_call_id?: string;
  status?: string;
  artifact?: unknown;
};

/**
 * A whole message as it travels: flat, `type` beside `content`, empty fields left out, never `{lc, kwargs}`.
 * A merged chunk is sent as the message that it is: its calls, not the pieces they came in.
 */
export function toWireMessage(message: BaseMessage): Record<string, unknown> {
  const carried = message as Carried; // every field is optional and read as unknown
  const wire: Record<string, unknown> = { type: message.getType(), content: message.content };
  if (message.id !== undefined) wire.id = message.id;
  if (carried.name) wire.name = carried.name;
  if (isFilled(carried.tool_calls)) wire.tool_calls = carried.tool_calls;
  if (isFilled(carried.invalid_tool_calls)) wire.invalid_tool_calls = carried.invalid_tool_calls;
  if (carried.tool_call_id !== undefined) wire.tool_call_id = carried.tool_call_id;
  if (carried.status !== undefined) wire.status = carried.status;
  if (carried.artifact !== undefined) wire.artifact = carried.artifact;
  if (carried.usage_metadata !== undefined) wire.usage_metadata = carried.usage_metadata;
  if (isFilled(carried.additional_kwargs)) wire.additional_kwargs = carried.additional_kwargs;
  if (isFilled(carried.response_metadata)) wire.response_metadata = carried.response_metadata;
  return wire;
}

/** True for a list or an object with something in it. */
export function isFilled(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  for (const _ in value) return true; // asked for every chunk: no list of keys is made
  return false;
}
