import type { JsonObject, JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isList, isRecord, listAt, textAt } from "../json-record";

/** Takes fields out of a provider's object and remembers which, so that `finish` keeps the others. */
export type Taker = {
  readonly value: JsonObject;
  /** The first of the keys (separated by spaces) that holds text. */
  text(keys: string): string | undefined;
  number(keys: string): number | undefined;
  /** The first of the keys that holds anything but null. */
  any(keys: string): JsonValue | undefined;
  /** The texts of the parts in a list, joined as LangChain.js joins them. Parts that say more than a text are not taken. */
  texts(key: string): string;
  /** The object under a key, to take from; one without keys where there is none. */
  part(key: string): Taker;
  /** What was not taken. `type` counts as taken. */
  left(): JsonObject;
};

export function take(value: JsonObject): Taker {
  const used = ["type"];
  const parts: [key: string, part: Taker][] = [];

  function first(keys: string, isWanted: (found: JsonValue) => boolean): JsonValue | undefined {
    const key = keys.split(" ").find((candidate) => {
      const found = value[candidate];
      return found !== undefined && isWanted(found);
    });
    if (key === undefined) return undefined;
    used.push(key);
    return value[key];
  }

  return {
    value,
    text: (keys) => first(keys, (found) => typeof found === "string") as string | undefined,
    number: (keys) => first(keys, (found) => typeof found === "number") as number | undefined,
    any: (keys) => first(keys, (found) => found !== null),
    texts(key) {
      const list = listAt(value, key);
      if (list.every(isOnlyText) && isList(value[key])) used.push(key);
      return list.map((part) => (isRecord(part) ? (textAt(part, "text") ?? "") : "")).join("");
    },
    part(key) {
      const found = first(key, isRecord);
      const part = take(isRecord(found) ? found : {});
      parts.push([key, part]);
      return part;
    },
    left() {
      let left = omit(value, used);
      for (const [key, part] of parts) {
        const rest = part.left();
        // Where both say something under one name, what the part says stays in the part.
        const isTaken = Object.keys(rest).some((name) => Object.hasOwn(left, name));
        left = { ...left, ...(isTaken ? { [key]: rest } : rest) };
      }
      return left;
    },
  };
}

function isOnlyText(part: JsonValue): boolean {
  return isRecord(part) && Object.keys(part).every((key) => key === "type" || key === "text" || key === "index");
}

/**
 * The block made of what was taken. Nothing is lost: `index`, `id` and `extras` of the source stay where they are, whatever
 * else was not taken goes into `extras`, as does what is in `more`; a second id is `item_id` there. Fields that are undefined
 * are left out.
 */
export function finish(block: ContentBlock, taker: Taker, more: JsonObject = {}): readonly ContentBlock[] {
  const { index, id, extras: given, ...left } = taker.left();
  const isFree = block.id === undefined && typeof id === "string";
  const isIndex = typeof index === "number" || typeof index === "string";
  const odd = {
    item_id: isFree ? undefined : id,
    ...(!isIndex && { index }),
    ...(!isRecord(given) && { extras: given }),
  };
  const extras = omit({ ...(isRecord(given) && given), ...left, ...odd, ...more }, []);
  const own = { ...(isFree && { id }), ...(isIndex && { index }), ...omit(block as JsonObject, []) };
  // Leaving out what is undefined takes away optional fields only.
  return [(Object.keys(extras).length > 0 ? { ...own, extras } : own) as ContentBlock];
}

/** The own keys that are present and not named. */
export function omit(record: JsonObject, keys: readonly string[]): JsonObject {
  // fromEntries defines keys, so `__proto__` stays an ordinary one.
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, JsonValue] => {
      return entry[1] !== undefined && !keys.includes(entry[0]);
    }),
  );
}
