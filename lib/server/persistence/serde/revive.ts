import { load } from "@langchain/core/load";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { escapeLc } from "./escape-lc";

type SerializerProtocol = BaseCheckpointSaver["serde"];

/** LangChain's own limit of 50 is less than what a request may hold. */
const MAX_DEPTH = 10_000;

/**
 * Revives, from the innermost out, what LangGraph's serializer refuses as a whole for one part. A part that cannot be
 * revived stays data; its key is escaped, so that what is around it can be.
 */
export async function revive(value: unknown, serde: SerializerProtocol): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => revive(item, serde)));
  const entries = Object.entries(value).map(async ([key, item]) => [key, await revive(item, serde)] as const);
  const record: Record<string, unknown> = Object.fromEntries(await Promise.all(entries));
  if (record.lc === undefined) return record;
  try {
    if (record.lc === 2) return await serde.loadsTyped("json", JSON.stringify(record));
    if (record.lc === 1 && record.type === "constructor") {
      return await load(JSON.stringify(record), { maxDepth: MAX_DEPTH });
    }
  } catch {
    // it is data
  }
  return escapeLc(record);
}
