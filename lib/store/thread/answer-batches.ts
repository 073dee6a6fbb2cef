import type { ResumeBatch } from "@/lib/headless";
import type { BrowserCalls } from "./browser-calls";
import type { QuestionList } from "./question-list";

/** Answers of the browser and of the person that go out in one command. */
export type AnswerBatch = ResumeBatch & { readonly questionIds: readonly string[] };

export type AnswerBatches = {
  /** What is ready; undefined when nothing is. Colliding interrupt ids make a list, which takes no others. */
  next(): AnswerBatch | undefined;
  /** A batch was taken: the next answers are others. */
  forget(): void;
};

export function createAnswerBatches(calls: BrowserCalls, questions: QuestionList, newId: () => string): AnswerBatches {
  const ids = new Map<string, string>();

  /** The same answers have the same id, so that a repeated delivery is the same run. */
  function idOf(parts: readonly string[]): string {
    const name = parts.join(" ");
    const id = ids.get(name) ?? newId();
    ids.set(name, id);
    return id;
  }

  return {
    next: () => {
      const ready = calls.resume();
      const given = questions.answers();
      if (ready !== undefined && (given === undefined || Array.isArray(ready.resume))) {
        return { ...ready, questionIds: [] };
      }
      if (given === undefined) return undefined;
      const resume = { ...(ready?.resume as Record<string, unknown> | undefined), ...given.resume }; // not a list: a map
      return { resume, keys: ready?.keys ?? [], questionIds: given.ids, id: idOf([ready?.id ?? "", ...given.keys]) };
    },
    forget: () => ids.clear(),
  };
}
