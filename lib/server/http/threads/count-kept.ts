import { isDeepStrictEqual } from "node:util";
import type { StateSnapshot } from "@langchain/langgraph";
import { isMessageList } from "../../persistence/checkpoints/message-lists";
import type { Storage } from "../../persistence/storage";
import { messagesOf } from "../../runs/calls/dangling-calls";
import { placeOf } from "./checkpoint-place";

/**
 * How many of a state's messages are as they were at an earlier checkpoint. What steps that are under way have written is
 * among a state's values before a checkpoint holds it: those messages count as new.
 */
export async function countKept(
  { saver, branches }: Pick<Storage, "saver" | "branches">,
  threadId: string,
  earlierId: string,
  { config, values }: StateSnapshot,
): Promise<number> {
  const headId: unknown = config.configurable?.checkpoint_id;
  const messages = messagesOf(values);
  if (typeof headId !== "string" || messages.length === 0) return 0;
  const shared = await branches.countShared(threadId, earlierId, headId);
  if (shared === 0) return 0;
  const tuple = await saver.getTuple(placeOf({ threadId, checkpointId: headId }));
  const stored = tuple?.checkpoint.channel_values.messages;
  if (!isMessageList(stored)) return 0;
  const isStored = (place: number) =>
    messages[place] === stored[place] || isDeepStrictEqual(messages[place], stored[place]);
  let kept = 0;
  while (kept < shared && kept < messages.length && isStored(kept)) kept += 1;
  return kept;
}
