import type { Question } from "../session-state";

type Answer = { readonly value: unknown; readonly key: string };

/** The graph's open questions, and what the person answered and the server has not taken yet. */
export type QuestionList = {
  open(): readonly Question[];
  /** Questions that a run or a state reports. `isComplete`: with the interrupts of calls these are all. */
  take(found: readonly Question[], isComplete: boolean, callInterruptIds: readonly string[]): void;
  /** Answers the oldest question without an answer; false when there is none. */
  answer(text: string): boolean;
  /** Answers one interrupt, be it a question or a call. */
  respond(id: string, value: unknown): void;
  /** What can be sent now, by interrupt; undefined when there is nothing. */
  answers():
    | { readonly resume: Record<string, unknown>; readonly ids: readonly string[]; readonly keys: readonly string[] }
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
  const respond = (id: string, value: unknown) => {
    given = new Map(given).set(id, { value, key: newId() });
  };
  return {
    open: () => questions,
    take: (found, isComplete, callInterruptIds) => {
      if (isComplete && given.size > 0) {
        const pending = new Set([...found.map(({ id }) => id), ...callInterruptIds]);
        given = new Map([...given].filter(([id]) => pending.has(id)));
      }
      if (found.length === 0 && (!isComplete || questions.length === 0)) return;
      const foundIds = new Set(found.map((question) => question.id));
      questions = isComplete ? found : [...questions.filter(({ id }) => !foundIds.has(id)), ...found];
    },
    answer: (text) => {
      const question = questions.find(({ id }) => !given.has(id));
      if (question === undefined) return false;
      respond(question.id, text);
      return true;
    },
    respond,
    answers: () => {
      const ready = [...given].map(([id, answer]) => ({ id, ...answer }));
      if (ready.length === 0) return undefined;
      return {
        resume: Object.fromEntries(ready.map(({ id, value }) => [id, value])),
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
