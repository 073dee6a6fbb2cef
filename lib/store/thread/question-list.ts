import type { Question } from "../session-state";

type Answer = { readonly text: string; readonly key: string };

/** The graph's open questions, and what the person answered and the server has not taken yet. */
export type QuestionList = {
  open(): readonly Question[];
  /** Questions that a run or a state reports. `isComplete`: these are all. */
  take(found: readonly Question[], isComplete: boolean): void;
  /** Answers the oldest question without an answer; false when there is none. */
  answer(text: string): boolean;
  /** What can be sent now, by question; undefined when there is nothing. */
  answers():
    | { readonly resume: Record<string, string>; readonly ids: readonly string[]; readonly keys: readonly string[] }
    | undefined;
  /** These are being sent: they are not asked any more. The returned function asks them again. */
  hide(ids: readonly string[]): () => void;
  markSent(ids: readonly string[]): void;
  /** What was answered is void: somebody else answered, or a new message came. */
  dropAnswers(): void;
};

export function createQuestionList(newId: () => string): QuestionList {
  let questions: readonly Question[] = [];
  let given: ReadonlyMap<string, Answer> = new Map();
  return {
    open: () => questions,
    take: (found, isComplete) => {
      if (found.length === 0 && (!isComplete || questions.length === 0)) return;
      const foundIds = new Set(found.map((question) => question.id));
      questions = isComplete ? found : [...questions.filter(({ id }) => !foundIds.has(id)), ...found];
    },
    answer: (text) => {
      const question = questions.find(({ id }) => !given.has(id));
      if (question === undefined) return false;
      given = new Map(given).set(question.id, { text, key: newId() });
      return true;
    },
    answers: () => {
      const ready = questions.flatMap(({ id }) => {
        const answer = given.get(id);
        return answer === undefined ? [] : [{ id, ...answer }];
      });
      if (ready.length === 0) return undefined;
      return {
        resume: Object.fromEntries(ready.map(({ id, text }) => [id, text])),
        ids: ready.map(({ id }) => id),
        keys: ready.map(({ key }) => key),
      };
    },
    hide: (ids) => {
      const before = questions;
      questions = questions.filter(({ id }) => !ids.includes(id));
      return () => {
        questions = before;
      };
    },
    markSent: (ids) => {
      given = new Map([...given].filter(([id]) => !ids.includes(id)));
    },
    dropAnswers: () => {
      given = new Map();
    },
  };
}
