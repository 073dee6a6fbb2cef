import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonObjectDraft,
  type JsonValue,
  readKey,
} from "../python/json-value";
import { PythonError } from "../python/python-error";
import { isPythonTruthy } from "../python/python-value";
import type { Calls } from "./init-tool-calls";
import { readInteger, readList, readObject, readText, refuse } from "./message-fields";

/** The three lists of calls as they were given, each element reduced to its keys, nothing validated yet. */
export type BoundCalls = { readonly [Field in keyof Calls]: JsonValue | undefined };

const KEYS = {
  tool_calls: { known: ["name", "args", "id"], ignored: ["type", "extras"], isRequired: true },
  invalid_tool_calls: { known: ["name", "args", "id", "error"], ignored: ["type"], isRequired: false },
  tool_call_chunks: { known: ["name", "args", "id", "index"], ignored: ["type"], isRequired: false },
};

/**
 * What the reference does before validation: it takes the chunks from `additional_kwargs.tool_calls` if there are no
 * calls, and builds each call by keyword, so that an unknown or missing key is a `TypeError` and something that is not an
 * object an `AttributeError`. What is absent or empty is left for `readCalls` to judge.
 */
export function bindCalls(fields: JsonObject): BoundCalls {
  const tool_calls = readKey(fields, "tool_calls");
  const invalid_tool_calls = readKey(fields, "invalid_tool_calls");
  let tool_call_chunks = readKey(fields, "tool_call_chunks");
  if (![tool_calls, invalid_tool_calls, tool_call_chunks].some(isPythonTruthy)) {
    const extra = readKey(fields, "additional_kwargs") ?? (Object.hasOwn(fields, "additional_kwargs") ? null : {});
    if (!isJsonObject(extra)) throw new PythonError("AttributeError", '"additional_kwargs" must be an object.');
    tool_call_chunks = deriveChunks(readKey(extra, "tool_calls")) ?? tool_call_chunks;
  }
  return {
    tool_calls: bindList("tool_calls", tool_calls),
    invalid_tool_calls: bindList("invalid_tool_calls", invalid_tool_calls),
    tool_call_chunks: bindList("tool_call_chunks", tool_call_chunks),
  };
}

/** The validated calls. Throws `ValidationError`. */
export function readCalls(bound: BoundCalls): Calls {
  return {
    tool_calls: readObjects("tool_calls", bound.tool_calls).map(({ name, args, id }) => ({
      name: readText("name", name) ?? refuse("name", "text", name),
      args: readObject("args", args),
      id: readText("id", id),
      type: "tool_call",
    })),
    invalid_tool_calls: readObjects("invalid_tool_calls", bound.invalid_tool_calls).map((call) => ({
      name: readText("name", call.name),
      args: readText("args", call.args),
      id: readText("id", call.id),
      error: readText("error", call.error),
      type: "invalid_tool_call",
    })),
    tool_call_chunks: readObjects("tool_call_chunks", bound.tool_call_chunks).map(({ name, args, id, index }) => ({
      name: readText("name", name),
      args: readText("args", args),
      id: readText("id", id),
      index: index === null ? null : readInteger("index", index),
      type: "tool_call_chunk",
    })),
  };
}

function bindList(field: keyof Calls, calls: JsonValue | undefined): JsonValue | undefined {
  if (!isPythonTruthy(calls)) return calls;
  if (typeof calls === "number" || calls === true) throw new PythonError("TypeError", `"${field}" must be a list.`);
  if (isJsonArray(calls)) return calls.map((call) => bindCall(field, call));
  throw new PythonError("AttributeError", `"${field}" must be a list of objects.`);
}

function bindCall(field: keyof Calls, call: JsonValue): JsonObject {
  if (!isJsonObject(call)) throw new PythonError("AttributeError", `"${field}" must be a list of objects.`);
  const { known, ignored, isRequired } = KEYS[field];
  for (const key of Object.keys(call)) {
    if (call[key] === undefined || known.includes(key) || ignored.includes(key)) continue;
    throw new PythonError("TypeError", `A call in "${field}" has the unknown key "${key}".`);
  }
  const bound: JsonObjectDraft = {};
  for (const key of known) {
    const value = readKey(call, key);
    if (isRequired && value === undefined) throw new PythonError("TypeError", `A call in "${field}" has no "${key}".`);
    bound[key] = value ?? null;
  }
  return bound;
}

/** The chunks in OpenAI's shape; undefined if there are none or any of them lacks that shape (the reference skips all). */
function deriveChunks(calls: JsonValue | undefined): readonly JsonObject[] | undefined {
  if (!isJsonArray(calls) || calls.length === 0) return undefined;
  const chunks: JsonObject[] = [];
  for (const call of calls) {
    if (!isJsonObject(call)) return undefined;
    const target =
      readKey(call, "function") === undefined ? { name: null, arguments: null } : readKey(call, "function");
    if (!isJsonObject(target)) return undefined;
    const name = readKey(target, "name");
    const args = readKey(target, "arguments");
    if (name === undefined || args === undefined) return undefined;
    chunks.push({ name, args, id: readKey(call, "id"), index: readKey(call, "index") });
  }
  return chunks;
}

/** The elements of a list that `bindCalls` has filled with objects. */
function readObjects(field: keyof Calls, bound: JsonValue | undefined): readonly JsonObject[] {
  return readList(field, bound).map((call) => readObject(field, call));
}
