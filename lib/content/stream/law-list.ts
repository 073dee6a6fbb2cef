import { type JsonObject, type JsonValue, type MessageContent, mergeLists } from "@/lib/langchain";
import { isRecord } from "../json-record";
import { haveCompatibleIds, indexOf, isMergeableIndex, mergeInto } from "./merge-element";

/** A block that grew, before and after; undefined for an element that stands by itself, or where `mergeLists` decided. */
export type Growth = { readonly before: JsonObject; readonly after: JsonObject } | undefined;

/** The content of a message as LangChain's `merge_content` makes it, chunk by chunk. */
export type LawList = {
  /** Call before the elements of each chunk whose content is a list, the first time with the text that came before. */
  beginList(text: readonly MessageContent[]): void;
  place(element: JsonValue): Growth;
  /** Text that comes after a list. */
  addText(piece: string): void;
  content(): MessageContent;
};

/**
 * A block with its own index is found by a map and merged alone with `mergeDicts`: the result is that of `mergeLists` without
 * its scan and copy, so an element costs what it holds. Where several blocks share an index `mergeLists` itself decides, and
 * the list is copied. What LangChain raises for is appended instead, so nothing is lost and nothing throws.
 */
export function createLawList(): LawList {
  let list: JsonValue[] | undefined;
  let isFirstList = false;
  /** Where the one block of an index is; -1 where several share it. */
  const positions = new Map<string | number, number>();

  function append(element: JsonValue): undefined {
    const index = indexOf(element);
    const position = (list?.push(element) ?? 0) - 1;
    if (index !== undefined) positions.set(index, positions.has(index) ? -1 : position);
  }

  function place(element: JsonValue): Growth {
    const index = indexOf(element);
    const position = isMergeableIndex(index) ? positions.get(index) : undefined;
    // LangChain takes the first list as it is: blocks of one index in it stay apart.
    if (!list || isFirstList || position === undefined || index === undefined || !isRecord(element))
      return append(element);
    const before = list[position];
    if (!isRecord(before) || element.type === "non_standard" || !haveCompatibleIds(before, element)) {
      positions.set(index, -1);
      return scan(list, element);
    }
    const after = mergeInto(before, element);
    if (!after) return append(element);
    list[position] = after;
    return { before, after };
  }

  function scan(old: readonly JsonValue[], element: JsonObject): undefined {
    try {
      list = [...(mergeLists(old, [element]) ?? [])];
    } catch {
      // LangChain refuses, for this element or for what else is in the list.
      append(element);
    }
  }

  return {
    place,
    beginList(text) {
      isFirstList = list === undefined;
      list ??= [...text];
    },
    addText(piece) {
      if (typeof list?.at(-1) === "string") list[list.length - 1] += piece;
      else if (list?.length && piece) list.push(piece);
    },
    // What came as JSON and was merged from it is texts and objects; a number that somebody put there stays where it was.
    content: () => (list ?? "") as MessageContent,
  };
}
