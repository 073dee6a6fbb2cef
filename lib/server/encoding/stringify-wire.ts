import { BaseMessage } from "@langchain/core/messages";
import { toWireMessage } from "./wire-message";

/**
 * JSON text of anything a graph produces, on one line: messages flat, errors as `{name, message}`, bigints as text.
 * `undefined` becomes `null`, since an event always carries one JSON value.
 */
export function stringifyWire(value: unknown): string {
  return JSON.stringify(value, replace) ?? "null";
}

/** `this` is the holder: `value` has already been through LangChain's own toJSON, which is not what travels. */
function replace(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]; // JSON.stringify calls with the holder of `key`
  if (BaseMessage.isInstance(original)) return toWireMessage(original);
  if (original instanceof Error) return { name: original.name, message: original.message };
  return typeof value === "bigint" ? value.toString() : value;
}
