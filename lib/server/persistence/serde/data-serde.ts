import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { ESCAPED_KEY, escapeLc, unescapeLc } from "./escape-lc";
import { revive } from "./revive";

type SerializerProtocol = BaseCheckpointSaver["serde"];

/** Text without this is the same before and after: no key `lc`, escaped or not, and none that LangGraph loses on its way. */
const MAY_BE_REVIVED = /lc"|__proto__/;

/**
 * LangGraph's serializer, for data that is not ours: it revives whatever has a key `lc`, and one object that only looks
 * serialized (in a message, in what a model writes) would make a thread unreadable. Such data is escaped on its way in
 * and comes back as it was. Older text is read as far as it can be revived; the rest of it stays data.
 */
export function createDataSerde(theirs: SerializerProtocol): SerializerProtocol {
  return {
    async dumpsTyped(value) {
      if (value instanceof Uint8Array) return theirs.dumpsTyped(value);
      try {
        return ["json", new TextEncoder().encode(JSON.stringify(value, replacer))];
      } catch {
        return theirs.dumpsTyped(value); // a circle, a BigInt: it knows what to write for these
      }
    },
    async loadsTyped(type, data) {
      if (type !== "json") return theirs.loadsTyped(type, data);
      const text = typeof data === "string" ? data : new TextDecoder().decode(data);
      if (!MAY_BE_REVIVED.test(text)) return JSON.parse(text); // reviving nothing costs several times as much
      try {
        const loaded = await theirs.loadsTyped("json", text);
        return text.includes(ESCAPED_KEY) ? unescapeLc(loaded) : loaded;
      } catch {
        return unescapeLc(await revive(JSON.parse(text), theirs));
      }
    },
  };
}

/** Writes what LangGraph's serializer writes; what has no JSON of its own becomes one of its `lc: 2` records. */
function replacer(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  if (value === undefined) return { lc: 2, type: "undefined" };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (value instanceof Map || value instanceof Set) return recordOf(value.constructor.name, [[...value]]);
  if (value instanceof RegExp) return recordOf("RegExp", [value.source, value.flags]);
  if (value instanceof Error) return recordOf("Error", [value.message]);
  if (value instanceof Uint8Array) return recordOf("Uint8Array", [[...value]], "from");
  if (isOf(value, "DeltaSnapshot") && Object.getPrototypeOf(value) !== Object.prototype) {
    return { lc: 2, type: "delta_snapshot", value: value.value };
  }
  if (isOf(value, "Send")) {
    const { node, args, timeout } = value;
    return { node, args, ...(timeout === undefined ? {} : { timeout }) };
  }
  // where the two differ, the object has written itself (`toJSON`), as LangChain's do: that is no data
  return this[key] === value ? escapeLc(value) : value;
}

function recordOf(name: string, args: readonly unknown[], method: string | null = null): object {
  return { lc: 2, type: "constructor", id: [name], method, args, kwargs: {} };
}

function isOf(value: object, name: string): value is Record<string, unknown> {
  return "lg_name" in value && value.lg_name === name;
}
