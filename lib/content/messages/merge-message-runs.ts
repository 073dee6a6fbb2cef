import { addUsage, type JsonObject, type MessageContent, mergeContent, mergeDicts } from "@/lib/langchain";
import { isList, isRecord } from "../json-record";
import type { AiMessage, ContentMessage, Message } from "../message";
import { usageOfMessage } from "../usage";

/**
 * Makes one message of messages of one type that follow each other, as LangChain's `merge_message_runs` does: texts are
 * joined by `separator`, lists of blocks one after the other, calls added. Answers of tools stay apart, each is for its own
 * call. The first message of a run gives the id and the metadata. Messages that stay alone stay the same objects.
 */
export function mergeMessageRuns(messages: readonly Message[], separator = "\n"): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    const joined = last && join(last, message, separator);
    if (joined) merged[merged.length - 1] = joined;
    else merged.push(message);
  }
  return merged;
}

function join(left: Message, right: Message, separator: string): Message | undefined {
  if (left.type === "human" && right.type === "human") return { ...left, ...joinShared(left, right, separator) };
  if (left.type === "system" && right.type === "system") return { ...left, ...joinShared(left, right, separator) };
  if (left.type !== "ai" || right.type !== "ai") return undefined;
  return { ...left, ...joinShared(left, right, separator), ...joinCalls(left, right) };
}

function joinShared(left: ContentMessage, right: ContentMessage, separator: string) {
  const id = left.id ?? right.id;
  return {
    content: joinContents(left.content, right.content, separator),
    additional_kwargs: mergeFields(left.additional_kwargs, right.additional_kwargs),
    ...(id != null && { id }),
  };
}

function joinContents(left: ContentMessage["content"], right: ContentMessage["content"], separator: string) {
  const isText = typeof left === "string" && typeof right === "string";
  if (isText) return left && right ? left + separator + right : left + right;
  if (left === "") return right;
  // An index numbers the blocks of one message only: by it LangChain would merge blocks of two.
  const parts = (content: ContentMessage["content"]) => (isList(content) ? content.map(withoutIndex) : content);
  return mergeContent(parts(left) as MessageContent, parts(right) as MessageContent) as ContentMessage["content"];
}

function withoutIndex(part: unknown): unknown {
  if (!isRecord(part) || part.index === undefined) return part;
  const { index: _, ...rest } = part;
  return rest;
}

/** Where LangChain refuses to merge two values, the later one counts. */
function mergeFields(
  left: ContentMessage["additional_kwargs"],
  right: ContentMessage["additional_kwargs"],
): JsonObject {
  const [before, after] = [isRecord(left) ? left : {}, isRecord(right) ? right : {}];
  try {
    return mergeDicts(before, after);
  } catch {
    return { ...before, ...after };
  }
}

function joinCalls(left: AiMessage, right: AiMessage) {
  const usage = usageOfMessage(left) ?? usageOfMessage(right);
  const both = usageOfMessage(left) && usageOfMessage(right);
  return {
    tool_calls: [...(left.tool_calls ?? []), ...(right.tool_calls ?? [])],
    invalid_tool_calls: [...(left.invalid_tool_calls ?? []), ...(right.invalid_tool_calls ?? [])],
    ...(usage && { usage_metadata: both ? addUsage(usage, both) : usage }),
  };
}
