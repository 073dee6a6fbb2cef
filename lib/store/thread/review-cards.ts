import { type ArgumentFault, findSchemaFaults, type HeadlessCall, type HeadlessDecision } from "@/lib/headless";
import { type ReviewAction, type ReviewDecision, writeDecline } from "@/lib/protocol";
import type { CallDecision } from "../agent-session-type";
import { isSameJson } from "../view/is-same-json";
import type { ThreadView } from "../view/thread-view";
import type { QuestionList, Review } from "./question-list";

/** Shows reviews of server tools on the cards of their calls, as if they were calls of this browser that wait for consent. */
export type ReviewCards = {
  /** Brings the cards up to what the list says now. */
  show(): void;
  /** The person went on without deciding. */
  cancel(): void;
  /** The review that a card's key stands for. */
  find(key: string): Review | undefined;
};

/** Cards of the reviews in `questions`. A call that its payload does not lead to gets a card of its own. */
export function createReviewCards(view: ThreadView, questions: QuestionList): ReviewCards {
  /** Call ids by review: a payload names its calls by name and arguments alone. */
  const callIds = new Map<string, string>();
  const shown = new Map<string, HeadlessCall>();

  function match(reviews: readonly Review[]): void {
    const open = view.openCalls();
    const taken = new Set(reviews.flatMap(({ key }) => callIds.get(key) ?? []));
    for (const { key, position, request, interruptId } of reviews) {
      if (callIds.has(key)) continue;
      const action = request.actions[position];
      const free = open.filter(({ id, name }) => name === action?.name && !taken.has(id));
      const same = free.find(({ args }) => isSameJson(args, action?.args)) ?? free[0];
      const callId = same?.id ?? `${interruptId}:${position}`;
      callIds.set(key, callId);
      taken.add(callId);
    }
  }

  function set(call: HeadlessCall): void {
    shown.set(call.key, call);
    view.setHeadless(call, false);
  }

  return {
    show: () => {
      const reviews = questions.reviews();
      match(reviews);
      const open = new Set(reviews.map(({ key }) => key));
      for (const review of reviews) {
        const action = review.request.actions[review.position];
        const callId = callIds.get(review.key);
        if (action !== undefined && callId !== undefined) set(cardOf(review, action, callId));
      }
      for (const [key, call] of shown) {
        // A decision that is on its way stays on its card until the result comes.
        if (open.has(key) || call.state.phase !== "consent") continue;
        shown.delete(key);
        view.setHeadless(call, true);
      }
    },
    cancel: () => {
      for (const call of shown.values())
        if (call.state.phase === "consent") set({ ...call, state: { phase: "cancelled" } });
    },
    find: (key) => questions.reviews().find((review) => review.key === key),
  };
}

/** The person's decision in the words of the interrupt. */
export function reviewDecision(decision: CallDecision): ReviewDecision {
  switch (decision.type) {
    case "decline":
      return decision.reason?.trim() ? { type: "reject", message: decision.reason.trim() } : { type: "reject" };
    case "respond":
      return { type: "respond", message: decision.text };
    default:
      return decision;
  }
}

/** What the server's schema finds wrong with the person's arguments; the tool itself checks them again. */
export async function reviewFaults({ request, position }: Review, args: unknown): Promise<readonly ArgumentFault[]> {
  const schema = request.actions[position]?.argsSchema;
  return schema === undefined ? [] : await findSchemaFaults(schema, args);
}

function cardOf({ key, interruptId, decision }: Review, action: ReviewAction, callId: string): HeadlessCall {
  return {
    key,
    pending: { interruptId, callId, name: action.name, args: action.args, runId: undefined },
    state: stateOf(decision),
    progress: undefined,
    reason: action.description,
    decisions: action.allowed.map((type): HeadlessDecision => (type === "reject" ? "decline" : type)),
    isConsentLasting: false,
    canRetry: false,
    ...(decision?.type === "edit" ? { editedArgs: decision.args } : {}),
  };
}

function stateOf(decision: ReviewDecision | undefined): HeadlessCall["state"] {
  switch (decision?.type) {
    case undefined:
      return { phase: "consent" };
    case "approve":
    case "edit":
      return { phase: "requested" };
    case "reject": {
      const { message: reason } = decision;
      const message = writeDecline({ mayHaveRun: false, ...(reason === undefined ? {} : { reason }) });
      return { phase: "answered", outcome: { type: "failure", code: "tool_declined", message }, sends: 0 };
    }
    case "respond":
      return { phase: "answered", outcome: { type: "success", value: decision.message }, sends: 0 };
  }
}
