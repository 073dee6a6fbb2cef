import type { AiMessage, ContentMessage, Message, MessageToolCall, ToolMessage } from "../message";
import { mergeMessageRuns } from "../messages/merge-message-runs";
import { hasNothingToSay } from "./has-nothing-to-say";
import { type HistoryProvider, PROVIDER_RULES, type ProviderRules } from "./provider-rules";
import { toSendable } from "./sendable-content";

/** What a call that nobody answered is answered with, unless the caller knows better. */
export const CANCELLED_ANSWER = "This tool call was cancelled before it had a result.";

/**
 * Makes a list of messages that the provider takes: what `checkHistory` finds is put right, with as little changed as can be.
 * 1. Messages to remove and unknown ones are left out, and so is what no API takes back (`part_not_sendable`).
 * 2. After each message with calls stand their answers, in the order of the calls, wherever they were; a call without one is
 *    answered with status `error` and `cancelledAnswer`; a call without an id, and an answer without a call, is left out.
 * 3. Messages that say nothing are left out. Where the provider demands it, system messages become one at the beginning,
 *    messages of one side become one, and what comes before the first message of a person is left out.
 * Messages that are fine stay the same objects. A list that is fine comes back equal.
 */
export function repairHistory(
  messages: readonly Message[],
  provider: HistoryProvider,
  cancelledAnswer: string = CANCELLED_ANSWER,
): Message[] {
  const rules = PROVIDER_RULES[provider];
  const sendable = messages.filter(isForModels).map((message) => toSendable(withIds(message), rules));
  const said = sendable.filter((message) => !hasNothingToSay(message, rules));
  const begun = rules.takesTurns ? fromFirstHuman(said) : said;
  const ordered = rules.hasOneSystem ? withOneSystem(begun) : begun;
  return answerCalls(ordered, rules, cancelledAnswer);
}

function isForModels(message: Message): message is ContentMessage {
  return message.type !== "remove" && message.type !== "unknown";
}

function withIds(message: ContentMessage): ContentMessage {
  if (message.type !== "ai" || message.tool_calls?.every(({ id }) => id) !== false) return message;
  return { ...message, tool_calls: message.tool_calls.filter(({ id }) => id) };
}

function fromFirstHuman(messages: readonly ContentMessage[]): ContentMessage[] {
  const first = messages.findIndex(({ type }) => type === "human");
  return messages.filter(({ type }, index) => type === "system" || (first >= 0 && index >= first));
}

function withOneSystem(messages: readonly Message[]): readonly Message[] {
  const systems = messages.filter(({ type }) => type === "system");
  if (systems.length === 0 || (systems.length === 1 && messages[0]?.type === "system")) return messages;
  return [...mergeMessageRuns(systems, "\n\n"), ...messages.filter(({ type }) => type !== "system")];
}

function answerCalls(messages: readonly Message[], rules: ProviderRules, cancelled: string): Message[] {
  const answers = findAnswers(messages);
  const others = messages.filter(({ type }) => type !== "tool");
  const sides = rules.takesTurns ? mergeSides(others) : others;
  return sides.flatMap((message): Message[] => {
    if (message.type !== "ai") return [message];
    // Merging keeps the order of the calls, so the answers are taken in turn.
    return [message, ...callsOf(message).map((call) => answers.shift() ?? cancel(call, cancelled))];
  });
}

/**
 * The answer of each call, in the order of the calls; undefined where there is none. Providers use ids again: an answer
 * belongs to the last message before it that has a call of its id, or, if it came too early, to the first call left.
 */
function findAnswers(messages: readonly Message[]): (ToolMessage | undefined)[] {
  const asked: { readonly id: string; readonly by: Message; answer: ToolMessage | undefined }[] = [];
  const early: ToolMessage[] = [];
  for (const message of messages) {
    if (message.type === "ai") {
      asked.push(...callsOf(message).map(({ id }) => ({ id: id ?? "", by: message, answer: undefined })));
    }
    if (message.type !== "tool") continue;
    const last = asked.findLast(({ id }) => id === message.tool_call_id);
    const call = asked.find(({ id, by, answer }) => id === last?.id && by === last.by && !answer);
    if (call) call.answer = message;
    else if (!last) early.push(message);
  }
  for (const message of early) {
    const call = asked.find(({ id, answer }) => id === message.tool_call_id && !answer);
    if (call) call.answer = message;
  }
  return asked.map(({ answer }) => answer);
}

function callsOf(message: AiMessage): readonly MessageToolCall[] {
  return message.tool_calls ?? [];
}

/** Messages of one side that follow each other; one with calls is followed by their answers, so it ends a run. */
function mergeSides(messages: readonly Message[]): Message[] {
  const runs: Message[][] = [];
  for (const message of messages) {
    const last = runs.at(-1)?.at(-1);
    const endsRun = last?.type === "ai" && (last.tool_calls?.length ?? 0) > 0;
    if (last && !endsRun) runs.at(-1)?.push(message);
    else runs.push([message]);
  }
  return runs.flatMap((run) => mergeMessageRuns(run));
}

function cancel({ id, name }: MessageToolCall, content: string): ToolMessage {
  return { type: "tool", tool_call_id: id ?? "", status: "error", content, name };
}
