import { type JsonObjectDraft, type JsonValue, writeKey } from "../python/json-value";
import { findTokenEnd } from "./json-token";

/**
 * The value of a text that is known to be JSON for Python, with NaN, Infinity and raw control characters: what JSON.parse
 * refuses. Iterative, like JSON.parse; several times slower.
 */
export function buildJson(text: string): JsonValue {
  const root: JsonValue[] = [];
  const open: (JsonValue[] | { draft: JsonObjectDraft; key: string | null })[] = [];

  const add = (value: JsonValue) => {
    const container = open.at(-1) ?? root;
    if (Array.isArray(container)) container.push(value);
    else if (container.key !== null) {
      writeKey(container.draft, container.key, value);
      container.key = null;
    }
  };

  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (" \n\r\t,:".includes(character)) continue;
    const container = open.at(-1);
    if (character === "}" || character === "]") open.pop();
    else if (character === "{") {
      const draft: JsonObjectDraft = {};
      add(draft);
      open.push({ draft, key: null });
    } else if (character === "[") {
      const list: JsonValue[] = [];
      add(list);
      open.push(list);
    } else {
      const end = findTokenEnd(text, at, "all");
      const token = text.slice(at, end);
      if (character !== '"') add(readScalar(token));
      else if (container && !Array.isArray(container) && container.key === null) container.key = readString(token);
      else add(readString(token));
      at = end - 1;
    }
  }
  return root[0] ?? null;
}

function readScalar(token: string): JsonValue {
  if (token === "true" || token === "false") return token === "true";
  return token === "null" ? null : Number(token);
}

function readString(token: string): string {
  let escaped = "";
  let copied = 0;
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    if (code >= 0x20) continue;
    escaped += `${token.slice(copied, at)}\\u${code.toString(16).padStart(4, "0")}`;
    copied = at + 1;
  }
  return JSON.parse(escaped + token.slice(copied));
}
