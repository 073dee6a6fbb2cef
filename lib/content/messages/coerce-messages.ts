import { ToolweaveError } from "@/lib/errors";
import type { JsonObject, JsonValue } from "@/lib/langchain";
import { isList, isRecord, listAt, parseRecord, recordAt, textAt } from "../json-record";
import type { Message } from "../message";
import { messageTypeOf, readMessage } from "../read-message";

/**
 * What LangChain takes for a message: text (of a person), a pair of role and content, a dict with `role` or `type` in
 * LangChain's or OpenAI's shape, a message, also serialised (`{ lc, kwargs }`) or stored (`{ type, data }`) or as an object
 * of LangChain's class.
 */
export type MessageLike =
  | string
  | readonly [role: string, content: unknown]
  | Readonly<Record<string, unknown>>
  | { readonly content: unknown }
  | Message;

/**
 * Makes messages of what LangChain's `convert_to_messages` takes. OpenAI's calls become `tool_calls`, the role `developer` a
 * system message with `__openai_role__`, and unknown keys of a dict go into `additional_kwargs`.
 * Throws a ToolweaveError `bad_request` for what is no message, with its position.
 */
export function coerceMessages(messages: readonly MessageLike[]): Message[] {
  return messages.map((like, index) => {
    const message = coerce(like);
    if (message && message.type !== "unknown") return message;
    throw new ToolweaveError(
      "bad_request",
      `Message ${index} cannot be read: give text, [role, content], or an object with a role of human, user, ai, assistant, system, developer, tool (with tool_call_id) or remove (with id).`,
      { context: { index } },
    );
  });
}

function coerce(like: unknown): Message | undefined {
  if (typeof like === "string") return readMessage({ type: "human", content: like });
  if (isList(like)) {
    const [role, content] = like;
    return like.length === 2 ? readMessage(markDeveloper({ type: role, content })) : undefined;
  }
  const fields = unwrap(like);
  if (!fields) return undefined;
  const { role, ...rest } = fields;
  return readMessage(readToolCalls(gatherUnknown(markDeveloper({ ...rest, type: role ?? fields.type }))));
}

/** The fields of a message, out of the wrappings that LangChain has for it: serialised, stored, an object of a class. */
function unwrap(like: unknown): JsonObject | undefined {
  if (!isRecord(like)) return undefined;
  const kwargs = like.lc === undefined ? undefined : recordAt(like, "kwargs");
  if (kwargs) return { ...kwargs, type: listAt(like, "id").at(-1) ?? null };
  const data = like.content === undefined ? recordAt(like, "data") : undefined;
  return data ? { ...data, type: like.type } : like;
}

function markDeveloper(fields: JsonObject): JsonObject {
  if (fields.type !== "developer") return fields;
  return { ...fields, additional_kwargs: { ...recordAt(fields, "additional_kwargs"), __openai_role__: "developer" } };
}

const FIELDS: readonly string[] = [
  ...["type", "content", "id", "name", "additional_kwargs", "response_metadata", "usage_metadata"],
  ...["tool_calls", "invalid_tool_calls", "tool_call_chunks", "chunk_position", "tool_call_id", "status", "artifact"],
];

/** What a message has no field for, such as OpenAI's `refusal`. An object of LangChain's class has `lc_` fields of its own. */
function gatherUnknown(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields).filter(([key]) => !key.startsWith("lc_"));
  const unknown = entries.filter(([key, value]) => !FIELDS.includes(key) && value !== undefined);
  const known = Object.fromEntries(entries.filter(([key]) => FIELDS.includes(key)));
  if (unknown.length === 0 || messageTypeOf(fields.type) === "remove") return known;
  return { ...known, additional_kwargs: { ...Object.fromEntries(unknown), ...recordAt(fields, "additional_kwargs") } };
}

/** OpenAI's calls in LangChain's shape; arguments that are no JSON object make the call invalid. */
function readToolCalls(fields: JsonObject): JsonObject {
  const given = listAt(fields, "tool_calls");
  const isAi = messageTypeOf(fields.type) === "ai" && listAt(fields, "invalid_tool_calls").length === 0;
  // As LangChain's AIMessage does: what an adapter kept of OpenAI's own calls counts where there are no others.
  const kept = isAi && given.length === 0 ? listAt(recordAt(fields, "additional_kwargs"), "tool_calls") : [];
  const calls = [...given, ...kept];
  if (!calls.some((call) => isRecord(call) && isRecord(call.function))) return fields;
  const read = calls.map(readToolCall);
  const isValid = (call: JsonValue) => isRecord(call) && isRecord(call.args);
  const invalid = read.filter((call) => !isValid(call));
  return {
    ...fields,
    tool_calls: read.filter(isValid),
    ...(invalid.length > 0 && { invalid_tool_calls: [...listAt(fields, "invalid_tool_calls"), ...invalid] }),
  };
}

function readToolCall(call: JsonValue): JsonValue {
  const target = isRecord(call) ? recordAt(call, "function") : undefined;
  if (!isRecord(call) || !target) return call;
  const text = textAt(target, "arguments") ?? "";
  const args = recordAt(target, "arguments") ?? (text.trim() === "" ? {} : parseRecord(text));
  const name = textAt(target, "name") ?? "";
  const id = call.id ?? null;
  if (args) return { type: "tool_call", name, args, id };
  return { type: "invalid_tool_call", name, args: text, id, error: "The arguments are no JSON object." };
}
