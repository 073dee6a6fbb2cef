import { type HeadlessFailure, readHeadlessFailure } from "@/lib/protocol";
import type { HeadlessOutcome } from "../tool-event";
import type { HeadlessCall, ResumeBatch } from "./executor-types";

type FailureCode = Extract<HeadlessOutcome, { type: "failure" }>["code"];

/** What the graph is told: the plain output, or the failure's shape. */
export function answerOf(outcome: HeadlessOutcome): unknown {
  if (outcome.type === "success") return outcome.value;
  return { type: "toolweave.tool_error", code: outcome.code, message: outcome.message } satisfies HeadlessFailure;
}

/** The way back from a stored answer. */
export function outcomeOf(answer: unknown): HeadlessOutcome {
  const failure = readHeadlessFailure(answer);
  if (!failure.success) return { type: "success", value: answer };
  // The journal holds what `answerOf` wrote.
  return { type: "failure", code: failure.data.code as FailureCode, message: failure.data.message };
}

/**
 * The ready answers of a turn as one resume: a map by interrupt id. Where interrupt ids collide a map would lose
 * answers: then all of the turn's answers go as one list in the order of the calls, once the last of them is ready.
 */
export function resumeBatch(calls: readonly HeadlessCall[]): Omit<ResumeBatch, "id"> | undefined {
  const open = calls.filter((call) => call.state.phase !== "answered");
  const answers = open.flatMap((call) =>
    call.state.phase === "executed" ? [{ call, value: answerOf(call.state.outcome) }] : [],
  );
  if (answers.length === 0) return undefined;
  const keys = answers.map(({ call }) => call.key);
  const ids = new Set(open.map((call) => call.pending.interruptId));
  if (ids.size === open.length) {
    return { keys, resume: Object.fromEntries(answers.map(({ call, value }) => [call.pending.interruptId, value])) };
  }
  return answers.length === open.length ? { keys, resume: answers.map(({ value }) => value) } : undefined;
}
