import type { JsonObject, JsonValue } from "@/lib/langchain";
import { isList, isRecord, listAt } from "./json-record";
import type { Message } from "./message";

/** What roles are called here; the other names are those of LangChain's types and classes. */
const ROLES: Readonly<Record<string, string>> = { user: "human", assistant: "ai", developer: "system" };
const TYPES = ["human", "ai", "system", "tool", "remove"] as const;

/** The type that a role, a type or a class of LangChain stands for; undefined for one that nobody knows. */
export function messageTypeOf(name: JsonValue | undefined): (typeof TYPES)[number] | undefined {
  const plain = typeof name === "string" ? name.replace(/(Message)?(Chunk)?$/, "").toLowerCase() : "";
  const type = Object.hasOwn(ROLES, plain) ? ROLES[plain] : plain;
  return TYPES.find((candidate) => candidate === type);
}

/**
 * Reads a message or a chunk as it travels: `type` (or `role`) beside `content`. What is no message of a known type becomes
 * `{ type: "unknown", value }`. Never throws and never changes its input; unknown fields are kept.
 */
export function readMessage(value: unknown): Message {
  const type = isRecord(value) ? messageTypeOf(value.type ?? value.role) : undefined;
  const id = isRecord(value) ? readId(value.id) : undefined;
  const unknown: Message = { type: "unknown", value, ...(id !== undefined && { id }) };
  if (!isRecord(value) || !type) return unknown;
  if (type === "remove") return id === undefined ? unknown : { ...value, type, id };
  const message = { ...value, id, content: readContent(value.content) };
  if (type === "tool") {
    const tool_call_id = readId(value.tool_call_id);
    const status = value.status === "error" ? "error" : "success";
    return tool_call_id === undefined ? unknown : { ...message, type, tool_call_id, status };
  }
  if (type !== "ai") return { ...message, type };
  const calls = listAt(value, "tool_calls").filter(isRecord);
  const tool_calls = calls.filter(isCall).map((call) => ({ ...call, id: readId(call.id) ?? null }));
  const broken = calls.filter((call) => !isCall(call));
  return {
    ...message,
    type,
    tool_calls,
    invalid_tool_calls: [...listAt(value, "invalid_tool_calls").filter(isRecord), ...broken],
  };
}

function readContent(content: JsonValue | undefined) {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  return (isList(content) ? content : [content]).map((part) => {
    return typeof part === "string" || isRecord(part) ? part : { type: "non_standard", value: part };
  });
}

function isCall(call: JsonObject): call is JsonObject & { name: string; args: JsonObject } {
  return typeof call.name === "string" && isRecord(call.args);
}

function readId(id: JsonValue | undefined): string | undefined {
  return typeof id === "number" ? String(id) : typeof id === "string" ? id : undefined;
}
