import { type HeadlessEdited, type HeadlessFailure, readHeadlessEdited, readHeadlessFailure } from "@/lib/protocol";
import type { HeadlessOutcome } from "../tool-event";
import type { HeadlessCall, ResumeBatch } from "./executor-types";

type FailureCode = Extract<HeadlessOutcome, { type: "failure" }>["code"];

/** What the graph is told: the plain output, with the person's arguments where they changed them, or the failure's shape. */
export function answerOf(outcome: HeadlessOutcome): unknown {
  const { editedArgs } = outcome;
  const edit = editedArgs === undefined ? {} : { edited_args: editedArgs };
  if (outcome.type === "failure") {
    const { code, message } = outcome;
    return { type: "toolweave.tool_error", code, message, ...edit } satisfies HeadlessFailure;
  }
  if (editedArgs === undefined) return outcome.value;
  return {
    type: "toolweave.edited_result",
    value: outcome.value,
    edited_args: editedArgs,
  } satisfies HeadlessEdited;
}

/** The way back from a stored answer. */
export function outcomeOf(answer: unknown): HeadlessOutcome {
  const edited = readHeadlessEdited(answer);
  if (edited.success) return { type: "success", value: edited.data.value, editedArgs: edited.data.edited_args };
  const failure = readHeadlessFailure(answer);
  if (!failure.success) return { type: "success", value: answer };
  const { code, message, edited_args: editedArgs } = failure.data;
  // The journal holds what `answerOf` wrote.
  const read = { type: "failure", code: code as FailureCode, message } as const;
  return editedArgs === undefined ? read : { ...read, editedArgs };
}

/** With at most three bytes for a character this stays below the 4 MiB that a request may have. */
const MAX_RESUME_CHARS = 1_300_000;

/**
 * The ready answers of a turn as one resume: a map by interrupt id. Answers that together are too large for one request
 * go one request after the other. Where interrupt ids collide a map would lose
 * answers: then all of the turn's answers go as one list in the order of the calls, once the last of them is ready.
 */
export function resumeBatch(calls: readonly HeadlessCall[]): Omit<ResumeBatch, "id"> | undefined {
  const open = calls.filter((call) => call.state.phase !== "answered");
  const answers = open.flatMap((call) =>
    call.state.phase === "executed" ? [{ call, value: answerOf(call.state.outcome) }] : [],
  );
  if (answers.length === 0) return undefined;
  const ids = new Set(open.map((call) => call.pending.interruptId));
  if (ids.size === open.length) {
    const first = firstThatFit(answers);
    return {
      keys: first.map(({ call }) => call.key),
      resume: Object.fromEntries(first.map(({ call, value }) => [call.pending.interruptId, value])),
    };
  }
  if (answers.length < open.length) return undefined;
  return { keys: answers.map(({ call }) => call.key), resume: answers.map(({ value }) => value) };
}

type Answer = { readonly call: HeadlessCall; readonly value: unknown };

/** At least one. */
function firstThatFit(answers: readonly Answer[]): readonly Answer[] {
  if (answers.length === 1) return answers;
  let chars = 0;
  const end = answers.findIndex(({ value }, position) => {
    chars += JSON.stringify(value).length;
    return position > 0 && chars > MAX_RESUME_CHARS;
  });
  return end === -1 ? answers : answers.slice(0, end);
}
