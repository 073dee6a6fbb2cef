import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { stringifyWire } from "../encoding/stringify-wire";

/** Values of a thread as they are stored: JSON text without the channels in `lists`. */
export type StoredValues = { readonly json: string; readonly lists: readonly string[] };

/** A thread's values on the wire. Lists of messages are kept in the checkpoints alone, and read from the last one. */
export async function readThreadValues(
  saver: BaseCheckpointSaver,
  threadId: string,
  { json, lists }: StoredValues,
): Promise<unknown> {
  const values: Record<string, unknown> = JSON.parse(json);
  if (lists.length === 0) return values;
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId } });
  for (const channel of lists)
    values[channel] = JSON.parse(stringifyWire(tuple?.checkpoint.channel_values[channel] ?? []));
  return values;
}
