import type { Message } from "../message";
import { hasNothingToSay } from "./has-nothing-to-say";
import { type HistoryProvider, PROVIDER_RULES, type ProviderRules } from "./provider-rules";
import { toSendable } from "./sendable-content";

/** What a provider would refuse in a history. */
export type HistoryProblem = {
  readonly code:
    | "not_for_models" // a message to remove, or one that nobody knows
    | "part_not_sendable" // an empty text, a piece of a stream, unsigned reasoning, a call not among the calls
    | "call_without_id"
    | "call_not_answered"
    | "answer_out_of_order"
    | "answer_without_call"
    | "system_not_first"
    | "not_begun_by_human"
    | "same_side_twice"
    | "empty";
  /** Position of the message in the list. */
  readonly index: number;
  readonly callId?: string;
};

/**
 * What the provider's API would refuse in this list of messages; empty when it is fine to send. Costs in proportion to the
 * list. `repairHistory` makes a list without problems of any list.
 */
export function checkHistory(messages: readonly Message[], provider: HistoryProvider): HistoryProblem[] {
  const rules = PROVIDER_RULES[provider];
  return [
    ...messages.flatMap((message, index) => checkAlone(message, index, rules)),
    ...checkAnswers(messages),
    ...checkTurns(messages, rules),
  ].sort((left, right) => left.index - right.index);
}

function checkAlone(message: Message, index: number, rules: ProviderRules): HistoryProblem[] {
  if (message.type === "remove" || message.type === "unknown") return [{ code: "not_for_models", index }];
  const problems: HistoryProblem[] = [];
  const sendable = toSendable(message, rules);
  if (sendable !== message) problems.push({ code: "part_not_sendable", index });
  if (hasNothingToSay(sendable, rules)) problems.push({ code: "empty", index });
  if (message.type === "ai" && message.tool_calls?.some(({ id }) => !id))
    problems.push({ code: "call_without_id", index });
  return problems;
}

/** Each call is answered once, right after its message, in the order of the calls, and nothing else is answered. */
function checkAnswers(messages: readonly Message[]): HistoryProblem[] {
  const problems: HistoryProblem[] = [];
  let asked: { readonly index: number; readonly ids: readonly string[]; next: number } | undefined;
  const close = () => {
    for (const callId of asked?.ids.slice(asked.next) ?? []) {
      problems.push({ code: "call_not_answered", index: asked?.index ?? 0, callId });
    }
    asked = undefined;
  };
  for (const [index, message] of messages.entries()) {
    if (message.type !== "tool") {
      close();
      const ids = message.type === "ai" ? (message.tool_calls ?? []).flatMap(({ id }) => (id ? [id] : [])) : [];
      if (ids.length > 0) asked = { index, ids, next: 0 };
      continue;
    }
    const callId = message.tool_call_id;
    const position = asked?.ids.indexOf(callId, asked.next) ?? -1;
    if (!asked || position < 0) {
      problems.push({
        code: asked?.ids.includes(callId) ? "answer_out_of_order" : "answer_without_call",
        index,
        callId,
      });
      continue;
    }
    for (const skipped of asked.ids.slice(asked.next, position)) {
      problems.push({ code: "call_not_answered", index: asked.index, callId: skipped });
    }
    asked.next = position + 1;
  }
  close();
  return problems;
}

function checkTurns(messages: readonly Message[], rules: ProviderRules): HistoryProblem[] {
  const problems: HistoryProblem[] = [];
  let last: Message["type"] | undefined;
  for (const [index, { type }] of messages.entries()) {
    if (type === "remove" || type === "unknown") continue;
    if (type === "system") {
      if (rules.hasOneSystem && index > 0) problems.push({ code: "system_not_first", index });
      continue;
    }
    if (rules.takesTurns && last === undefined && type !== "human")
      problems.push({ code: "not_begun_by_human", index });
    if (rules.takesTurns && last === type && type !== "tool") problems.push({ code: "same_side_twice", index });
    last = type;
  }
  return problems;
}
