import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { mergeLists } from "./merge-values";

/** The content of a message: text, or a list of texts and content blocks. */
export type MessageContent = string | readonly (string | JsonObject)[];

/**
 * Merges message contents as LangChain's `merge_content` does: text with text concatenates, a list makes a list of both,
 * lists merge block by block (`mergeLists`), text after a list extends its last text or follows it as a new one.
 * Text after an empty list is dropped, as in the reference. A missing first content counts as "".
 * Throws what `mergeLists` throws, and `TypeError` where text meets null, a number or a boolean.
 */
export function mergeContent(
  first: MessageContent | null | undefined,
  ...contents: readonly MessageContent[]
): MessageContent {
  let merged: string | readonly JsonValue[] = first ?? "";
  for (const content of contents) {
    merged = typeof merged === "string" ? appendToText(merged, content) : appendToList(merged, content);
  }
  // Elements come from the arguments, or are merged from two objects of them, so they are strings and objects.
  return merged as MessageContent;
}

function appendToText(text: string, content: JsonValue): string | readonly JsonValue[] {
  if (typeof content === "string") return text + content;
  if (isJsonArray(content)) return [text, ...content];
  if (isJsonObject(content)) return [text, ...Object.keys(content)];
  throw new PythonError("TypeError", `Content must be text or a list, not ${content}.`);
}

function appendToList(list: readonly JsonValue[], content: JsonValue): readonly JsonValue[] {
  if (isJsonArray(content)) return mergeLists(list, content) ?? [];
  const last = list.at(-1);
  if (typeof last === "string") {
    if (typeof content === "string") return [...list.slice(0, -1), last + content];
    throw new PythonError("TypeError", "Only text can be appended to text.");
  }
  return content === "" || list.length === 0 ? list : [...list, content];
}
