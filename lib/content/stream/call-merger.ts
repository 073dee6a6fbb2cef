import type { JsonObject, JsonValue } from "@/lib/langchain";
import { isRecord, listAt, parseRecord, recordAt, textAt } from "../json-record";
import type { CallEntry, Entry } from "./entry";
import { indexOf } from "./merge-element";

/** Collects the calls of a message from its own lists. */
export type CallMerger = {
  /** Takes the lists of a message or chunk. */
  add(message: JsonObject, isChunk: boolean): void;
  /** The call with this id. */
  find(id: string): CallEntry | undefined;
  /** True where a call has this index. */
  hasIndex(index: string | number | null | undefined): boolean;
  readonly entries: readonly CallEntry[];
};

/**
 * Makes calls of `tool_call_chunks`, `tool_calls` and `invalid_tool_calls`, by the rules that lib/tool-calls has in full: a
 * known id is that call; a call opens by an id or a name; what has neither goes to the newest call of its index, without
 * an index to the call touched last, and otherwise belongs to a tool of the provider and is none of ours.
 * Where a settled message has none of these lists, its calls are what `additional_kwargs` has of OpenAI's.
 * New calls are added to `all`, in order of first appearance.
 */
export function createCallMerger(all: Entry[]): CallMerger {
  const entries: CallEntry[] = [];
  const byId = new Map<string, CallEntry>();
  const byIndex = new Map<JsonValue, CallEntry>();
  let touched: CallEntry | undefined;

  function add(message: JsonObject, isChunk: boolean): void {
    const chunks = listAt(message, "tool_call_chunks");
    for (const call of chunks.length > 0 ? chunks : listAt(message, "tool_calls")) addPiece(call);
    // On a chunk the invalid ones are pieces that parse to nothing yet.
    if (isChunk) return;
    for (const call of listAt(message, "invalid_tool_calls")) addPiece(call, true);
    if (entries.length === 0) addLegacy(recordAt(message, "additional_kwargs"));
  }

  /** OpenAI's own calls, where no list of the message has them. */
  function addLegacy(kwargs: JsonObject | undefined): void {
    for (const call of [...listAt(kwargs, "tool_calls"), { function: kwargs?.function_call ?? null }]) {
      if (!isRecord(call) || !isRecord(call.function)) continue;
      addPiece({ ...call.function, id: call.id ?? null, args: call.function.arguments ?? null });
    }
  }

  function addPiece(piece: JsonValue, isInvalid = false): void {
    if (!isRecord(piece)) return;
    const id = readId(piece.id);
    const name = textAt(piece, "name") || null;
    const index = indexOf(piece);
    const entry = findEntry(id, name, index) ?? ((id ?? name) ? openCall(index) : undefined);
    if (!entry) return;
    if (index !== undefined) byIndex.set(index, entry);
    touched = entry;
    entry.id ??= id;
    if (entry.id !== null) byId.set(entry.id, entry);
    if (entry.text === "" && name !== entry.name) entry.name = (entry.name ?? "") + (name ?? "") || null;
    if (isRecord(piece.args)) entry.args = piece.args;
    else entry.text = mergeText(entry.text, piece.args);
    entry.isCustom ||= piece.isCustomTool === true;
    if (isInvalid) entry.error = textAt(piece, "error") ?? "";
    entry.extras = recordAt(piece, "extras") ?? entry.extras;
    (entry.shownBy ?? entry).isDirty = true;
  }

  function findEntry(id: string | null, name: string | null, index: string | number | undefined) {
    const known = id === null ? undefined : byId.get(id);
    if (known) return known;
    const isNameless = name === null;
    const open = index !== undefined ? byIndex.get(index) : isNameless && id === null ? touched : undefined;
    if (!open || isNameless) return open;
    // A name with an id of its own, or for a call that is whole already, begins the next call.
    const isNext =
      (id !== null && open.id !== null) || (open.text.endsWith("}") && parseRecord(open.text) !== undefined);
    return isNext ? undefined : open;
  }

  function openCall(index: string | number | undefined): CallEntry {
    const given = {
      id: null,
      name: null,
      text: "",
      args: undefined,
      isCustom: false,
      error: undefined,
      extras: undefined,
    };
    const entry: CallEntry = { kind: "call", index, ...given, isDirty: true, blocks: [], shownBy: undefined };
    entries.push(entry);
    all.push(entry);
    return entry;
  }

  return { add, entries, find: (id) => byId.get(id), hasIndex: (index) => byIndex.has(index ?? null) };
}

/** An exact `{}` before the arguments begin is no part of them. */
function mergeText(text: string, args: JsonValue | undefined): string {
  const piece = typeof args === "string" ? args : args == null ? "" : JSON.stringify(args);
  return text === "{}" && piece.startsWith("{") ? piece : text + piece;
}

function readId(id: JsonValue | undefined): string | null {
  const text = typeof id === "number" ? String(id) : id;
  return typeof text !== "string" || ["", "null", "undefined"].includes(text) ? null : text;
}
