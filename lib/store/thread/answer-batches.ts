import type { ResumeBatch } from "@/lib/headless";
import type { BrowserCalls } from "./browser-calls";
import type { QuestionList } from "./question-list";

/** Answers of the browser and of the person that go out in one command. */
export type AnswerBatch = ResumeBatch & { readonly questionIds: readonly string[] };

/**
 * What is ready to be answered; undefined when nothing is. Colliding interrupt ids make a list, which takes no others. The
 * same answers have the same id, also on another page, so that a repeated delivery is the same run.
 */
export function nextAnswers(calls: BrowserCalls, questions: QuestionList): AnswerBatch | undefined {
  const ready = calls.resume();
  const given = questions.answers();
  if (ready !== undefined && (given === undefined || Array.isArray(ready.resume))) return { ...ready, questionIds: [] };
  if (given === undefined) return undefined;
  const { ids, keys } = given;
  const resume = { ...(ready?.resume as Record<string, unknown> | undefined), ...given.resume }; // not a list: a map
  // The keys are made anew with each answer: first, last and count name them, however many there are.
  const id = [...(ready === undefined ? [] : [ready.id]), keys[0], keys.at(-1), keys.length].join(".");
  return { resume, keys: ready?.keys ?? [], questionIds: ids, id };
}
