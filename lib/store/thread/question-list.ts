import {
  type ReviewAction,
  type ReviewDecision,
  type ReviewRequest,
  readReviewRequest,
  reviewResponse,
} from "@/lib/protocol";
import type { KeptAnswer, KeptDecision, Outbox } from "../outbox/outbox";
import type { Question } from "../session-state";
import { isSameJson } from "../view/is-same-json";

/** A call of a server tool that waits for the person's decision, beside others of its interrupt. */
export type Review = {
  readonly key: string;
  readonly interruptId: string;
  readonly position: number;
  readonly request: ReviewRequest;
  readonly decision: ReviewDecision | undefined;
};

/** What the graph asks the person, and what the person answered and the server has not taken yet. */
export type QuestionList = {
  /** Plain questions. */
  open(): readonly Question[];
  /** Calls to look at before they run; an interrupt is answered when all of its calls are decided. */
  reviews(): readonly Review[];
  isAny(): boolean;
  /**
   * Questions that a run or a state reports. `isComplete`: with the interrupts of calls these are all. Gives the answers to
   * what does not wait any more; they are void.
   */
  take(found: readonly Question[], isComplete: boolean, callInterruptIds: readonly string[]): readonly KeptAnswer[];
  /** What was kept in this browser is in the outbox now. No review is complete by that alone. */
  restored(): void;
  /** Of what was answered only this waits. Gives the other answers; they are void. */
  keepAnswersTo(pendingIds: ReadonlySet<string>): readonly KeptAnswer[];
  /** Answers the oldest question without an answer; false when there is none. */
  answer(text: string): boolean;
  /** False when no such review is open. */
  decide(reviewKey: string, decision: ReviewDecision): boolean;
  /** Answers one interrupt, be it a question or a call. */
  respond(id: string, value: unknown): void;
  /** What can be sent now, by interrupt; undefined when there is nothing. */
  answers():
    | { readonly resume: Record<string, unknown>; readonly ids: readonly string[]; readonly keys: readonly string[] }
    | undefined;
  /** These are being sent: they are not asked any more. The returned function asks them again. */
  hide(ids: readonly string[]): () => void;
  hideAll(): () => void;
  /** Another version is shown: nothing is asked or answered until the next `take`, and what was answered is kept for it. */
  setAside(): void;
  markSent(ids: readonly string[]): void;
  /** What was answered is void: somebody else answered, or a new message came. Gives what it was. */
  dropAnswers(): readonly KeptAnswer[];
};

/** Answers and decisions lie in the outbox until the server has them, so that they outlive the page. */
export function createQuestionList(
  newId: () => string,
  outbox: Pick<Outbox, "answers" | "decisions" | "setAnswers" | "keepInputsOf">,
): QuestionList {
  let questions: readonly Question[] = [];
  let isAside = false;
  const isAnswered = (id: string) => outbox.answers().some(({ interruptId }) => interruptId === id);
  const requests = new WeakMap<Question, ReviewRequest | undefined>();

  const requestOf = (question: Question): ReviewRequest | undefined => {
    if (!requests.has(question)) {
      const read = readReviewRequest(question.value);
      requests.set(question, read.success ? read.data : undefined);
    }
    return requests.get(question);
  };
  let plainOf: { readonly questions: readonly Question[]; readonly plain: readonly Question[] } | undefined;
  /** The same list as long as nothing changed: who shows it is not told again. */
  const plain = () => {
    if (plainOf?.questions !== questions) {
      plainOf = { questions, plain: questions.filter((question) => requestOf(question) === undefined) };
    }
    return plainOf.plain;
  };
  const reviewsOf = (question: Question): readonly Review[] => {
    const request = requestOf(question);
    return (request?.actions ?? []).flatMap((action, position) => {
      const key = JSON.stringify([question.id, position]);
      if (request === undefined) return [];
      const decision = outbox.decisions().find((kept) => isAbout(kept, question.id, position, action))?.decision;
      return { key, interruptId: question.id, position, request, decision };
    });
  };
  const answersWith = (interruptId: string, value: unknown) => {
    const others = outbox.answers().filter((other) => other.interruptId !== interruptId);
    return [...others, { interruptId, value, key: newId() }];
  };
  const respond = (interruptId: string, value: unknown) =>
    outbox.setAnswers(answersWith(interruptId, value), outbox.decisions());
  const keepOf = (isKept: (interruptId: string) => boolean) => {
    outbox.keepInputsOf(isKept);
    outbox.setAnswers(
      outbox.answers().filter(({ interruptId }) => isKept(interruptId)),
      outbox.decisions().filter(({ interruptId }) => isKept(interruptId)),
    );
  };
  const keepAnswersTo = (pendingIds: ReadonlySet<string>) => {
    const gone = outbox.answers().filter(({ interruptId }) => !pendingIds.has(interruptId));
    const isOver = ({ interruptId }: KeptDecision) => !pendingIds.has(interruptId);
    if (gone.length > 0 || outbox.decisions().some(isOver)) keepOf((id) => pendingIds.has(id));
    else outbox.keepInputsOf((id) => pendingIds.has(id));
    return gone;
  };
  const restored = () => {
    for (const question of questions) {
      const [first, ...others] = reviewsOf(question);
      if (first === undefined || isAnswered(question.id)) continue;
      if ([first, ...others].some(({ decision }) => decision === undefined)) continue;
      const isFirst = (kept: KeptDecision) => kept.interruptId === question.id && kept.position === first.position;
      outbox.setAnswers(
        outbox.answers(),
        outbox.decisions().filter((kept) => !isFirst(kept)),
      );
    }
  };
  const hide = (ids: readonly string[]) => {
    const before = questions;
    questions = questions.filter(({ id }) => !ids.includes(id));
    return () => {
      questions = before;
    };
  };

  return {
    open: plain,
    reviews: () => questions.flatMap(reviewsOf),
    isAny: () => questions.length > 0,
    take: (found, isComplete, callInterruptIds) => {
      isAside = false;
      const gone = isComplete ? keepAnswersTo(new Set([...found.map(({ id }) => id), ...callInterruptIds])) : [];
      if (found.length === 0 && (!isComplete || questions.length === 0)) return gone;
      const foundIds = new Set(found.map((question) => question.id));
      questions = isComplete ? found : [...questions.filter(({ id }) => !foundIds.has(id)), ...found];
      restored();
      return gone;
    },
    restored,
    keepAnswersTo,
    answer: (text) => {
      const question = plain().find(({ id }) => !isAnswered(id));
      if (question === undefined) return false;
      respond(question.id, text);
      return true;
    },
    decide: (reviewKey, decision) => {
      const question = questions.find((candidate) => reviewsOf(candidate).some(({ key }) => key === reviewKey));
      const request = question && requestOf(question);
      if (question === undefined || request === undefined || isAnswered(question.id)) return false;
      const { id } = question;
      const made: KeptDecision[] = reviewsOf(question).flatMap(({ key, position, decision: former }) => {
        const { name, args } = request.actions[position] ?? { name: "", args: {} };
        const now = key === reviewKey ? decision : former;
        return now === undefined ? [] : { interruptId: id, position, action: { name, args }, decision: now };
      });
      const others = outbox.decisions().filter(({ interruptId }) => interruptId !== id);
      const isComplete = made.length === request.actions.length;
      const response = () =>
        reviewResponse(
          request,
          made.map((kept) => kept.decision),
        );
      outbox.setAnswers(isComplete ? answersWith(id, response()) : outbox.answers(), [...others, ...made]);
      return true;
    },
    respond,
    answers: () => {
      const ready = outbox.answers();
      if (isAside || ready.length === 0) return undefined;
      return {
        resume: Object.fromEntries(ready.map(({ interruptId, value }) => [interruptId, value])),
        ids: ready.map(({ interruptId }) => interruptId),
        keys: ready.map(({ key }) => key),
      };
    },
    hide,
    hideAll: () => hide(questions.map(({ id }) => id)),
    setAside: () => {
      isAside = true;
      questions = [];
    },
    markSent: (ids) => keepOf((id) => !ids.includes(id)),
    dropAnswers: () => keepAnswersTo(new Set()),
  };
}

function isAbout(kept: KeptDecision, interruptId: string, position: number, action: ReviewAction): boolean {
  const isThere = kept.interruptId === interruptId && kept.position === position;
  return isThere && kept.action.name === action.name && isSameJson(kept.action.args, action.args);
}
