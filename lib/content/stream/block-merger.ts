import type { JsonObject, JsonValue, MessageContent } from "@/lib/langchain";
import { isList, isRecord, textAt } from "../json-record";
import { omit } from "../translate/taker";
import type { ContentEntry, Entry } from "./entry";
import { createLawList, type Growth } from "./law-list";
import { haveCompatibleIds, haveCompatibleTypes, indexOf, joinNext, mergeDelta } from "./merge-element";

/** Merges the content of chunks. Every `add` costs in proportion to what it adds, unless an index is shared. */
export type BlockMerger = {
  add(content: JsonValue | undefined): void;
  /** The content as LangChain merges it. */
  content(): MessageContent;
};

/**
 * Keeps two things at once: the list that LangChain makes of the chunks, and the entries to be shown.
 * 1. An entry is the very block of the list wherever the list is good for a reader, so it is merged once.
 * 2. Pieces of different types at one index are entries apart; LangChain makes one block of them.
 * 3. Text pieces of one type without an index, one after the other, are one entry; in LangChain's list they are hundreds.
 * 4. A text said again as a whole under its id replaces itself; late fields of a block (a signature) go to that block.
 * 5. Text after an empty list, which LangChain drops, is kept, and so is what LangChain refuses to merge.
 * Nothing throws. New entries are added to `all`, in order of first appearance.
 */
export function createBlockMerger(kind: ContentEntry["kind"], all: Entry[]): BlockMerger {
  const law = createLawList();
  const byIndex = new Map<string | number, ContentEntry[]>();
  const byId = new Map<JsonValue, ContentEntry>();
  let last: ContentEntry | undefined;
  let lastCall: ContentEntry | undefined;
  let feed = 0;
  let hasText = false;
  let hasList = false;

  function add(added: JsonValue | undefined): void {
    feed++;
    if (typeof added === "string") addText(added);
    else if (added != null) addElements(isList(added) ? added : [added]);
  }

  function addText(piece: string): void {
    hasText = true;
    // While there is text only, the one entry is the law's text as well.
    if (hasList) law.addText(piece);
    if (!piece) return;
    if (typeof last?.element === "string") grow(last, last.element + piece);
    else openEntry(piece);
  }

  function content(): MessageContent {
    return hasList || typeof last?.element !== "string" ? law.content() : last.element;
  }

  function addElements(elements: readonly JsonValue[]): void {
    law.beginList(hasText && !hasList ? [content()] : []);
    hasList = true;
    for (const element of elements) {
      const growth = law.place(element);
      if (isRecord(element)) addBlock(element, growth);
      else if (element !== "") openEntry(element);
    }
  }

  function addBlock(element: JsonObject, growth: Growth): void {
    const index = indexOf(element);
    if (element.type === "non_standard" && addLateFields(element)) return;
    if (index === undefined && addNext(element)) return;
    const entry = byIndex.get(index ?? "")?.findLast(({ element: other }) => {
      return isRecord(other) && haveCompatibleIds(other, element) && haveCompatibleTypes(other, element);
    });
    if (growth && entry?.element === growth.before) grow(entry, growth.after);
    else if (!continueCall(entry, element, index)) openBlock(element, index);
  }

  function continueCall(
    entry: ContentEntry | undefined,
    element: JsonObject,
    index: string | number | undefined,
  ): boolean {
    // Saved by LangChain.js, a call has lost its index, and its arguments follow in pieces.
    const call = isRecord(lastCall?.element) && element.type === "input_json_delta" ? lastCall.element : undefined;
    const isPiece = call && haveCompatibleIds(call, element) && (index === undefined || indexOf(call) === undefined);
    return mergeWith(entry ?? (isPiece ? lastCall : undefined), element);
  }

  function openBlock(element: JsonObject, index: string | number | undefined): void {
    const opened = openEntry(element);
    const others = byIndex.get(index ?? "");
    if (others) others.push(opened);
    else if (index !== undefined) byIndex.set(index, [opened]);
    else if (element.id) byId.set(element.id, opened);
  }

  /** Text without an index goes on where the chunk before stopped, or says again what has its id. */
  function addNext(element: JsonObject): boolean {
    const entry = (element.id && byId.get(element.id)) || last;
    const joined = entry && entry.feed < feed ? joinNext(entry.element, element) : undefined;
    if (entry && joined) grow(entry, joined);
    return joined !== undefined;
  }

  /**
   * What LangChain wraps because it is no block, only fields of one, such as the signature of its reasoning. LangChain.js
   * wraps the index as well.
   */
  function addLateFields({ type, index, value }: JsonObject): boolean {
    const fields = type === "non_standard" && isRecord(value) ? value : undefined;
    const entry = byIndex.get(indexOf({ index }) ?? indexOf(fields) ?? "")?.at(-1);
    if (!fields || !isRecord(entry?.element)) return false;
    const rest = omit(fields, ["type", "index"]);
    return mergeWith(entry, entry.element.type === type ? { value: rest } : { extras: rest });
  }

  function mergeWith(entry: ContentEntry | undefined, element: JsonObject): boolean {
    const merged = isRecord(entry?.element) ? mergeDelta(entry.element, element) : undefined;
    if (entry && merged) grow(entry, merged);
    return merged !== undefined;
  }

  function openEntry(element: JsonValue): ContentEntry {
    last = { kind, element, feed, call: undefined, isDirty: true, blocks: [] };
    if (isRecord(element) && textAt(element, "type")?.endsWith("tool_use")) lastCall = last;
    all.push(last);
    return last;
  }

  function grow(entry: ContentEntry, element: JsonValue): void {
    entry.element = element;
    entry.feed = feed;
    entry.isDirty = true;
  }

  return { add, content };
}
