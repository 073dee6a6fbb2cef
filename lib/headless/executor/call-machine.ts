import type { HeadlessOutcome } from "../tool-event";
import { hasBegun, isAwaitingPerson } from "./call-standing";

/** Where one headless call is on this page. The claim is held in `click`, `executing` and `executed`. */
export type CallState =
  | { readonly phase: "requested" }
  | { readonly phase: "unavailable" }
  | { readonly phase: "consent" }
  /** Asks for the right to act: to execute, or to answer with an outcome that needs no execution. */
  | { readonly phase: "claiming"; readonly intent: Intent }
  | { readonly phase: "elsewhere"; readonly intent: Intent; readonly retryAtMs: number }
  /** An earlier execution may have happened; only the person may start another. */
  | { readonly phase: "interrupted" }
  /** `isAskedAgain`: the claim was over when the click came, and was asked for anew. `mayHaveRun`: before, as the person knows. */
  | { readonly phase: "click"; readonly isAskedAgain?: boolean; readonly mayHaveRun?: boolean }
  /** `mayHaveRun`: before this time. */
  | { readonly phase: "executing"; readonly mayHaveRun?: boolean }
  /** The answer is in the journal. `sends` counts how often it was handed to the server. */
  | { readonly phase: "executed"; readonly outcome: HeadlessOutcome; readonly sends: number }
  /** The server has taken the answer. */
  | { readonly phase: "answered"; readonly outcome: HeadlessOutcome; readonly sends: number }
  /** Stopped by the person: nothing is sent, the next message closes the call on the server. `mayHaveRun`: its execution had begun. */
  | { readonly phase: "cancelled"; readonly mayHaveRun?: boolean };

/** `mayHaveRun`: somebody else held the claim meanwhile. */
export type Intent =
  /** `isConfirmed`: the person knows that it may have run before. One yes is for one run more. */
  | {
      readonly type: "execute";
      readonly isConfirmed: boolean;
      readonly mayHaveRun: boolean;
      readonly isAskedAgain?: boolean;
    }
  /** `ifBegun`: the outcome where it may have run before. */
  | {
      readonly type: "answer";
      readonly outcome: HeadlessOutcome;
      readonly ifBegun?: HeadlessOutcome;
      readonly mayHaveRun: boolean;
    };

/** What is known when a call is looked at: its tool, its journal, the person's lasting consent. */
export type CallFacts = {
  readonly hasTool: boolean;
  readonly needsConsent: boolean;
  readonly needsGesture: boolean;
  readonly isIdempotent: boolean;
  /** The outcome that needs no execution: the arguments do not fit the contract. */
  readonly refusal: HeadlessOutcome | undefined;
  readonly journal: /** No page began to execute it, as far as this browser knows. */
    | { readonly type: "none" }
    | { readonly type: "started" }
    | {
        readonly type: "executed";
        readonly outcome: HeadlessOutcome;
        readonly isStopped: boolean;
        readonly mayHaveRun?: boolean;
      };
};

export type CallEvent =
  | { readonly type: "examined"; readonly facts: CallFacts }
  /** A tool was registered or taken back. */
  | { readonly type: "reconsidered" }
  /** Whoever held the claim let go of it, or its time is over. */
  | { readonly type: "released" }
  | { readonly type: "approved" }
  /** `ifBegun`: what is said where it turns out that it may have run. */
  | { readonly type: "declined"; readonly outcome: HeadlessOutcome; readonly ifBegun: HeadlessOutcome }
  /** The journal holds an answer that another tab wrote meanwhile. */
  | {
      readonly type: "found";
      readonly outcome: HeadlessOutcome;
      readonly isStopped: boolean;
      readonly mayHaveRun?: boolean;
    }
  | {
      readonly type: "claimed";
      /** An earlier holder had begun, or its lease had run out: its execution may have happened. */
      readonly tookOver: boolean;
      /** It was one whom the person's yes was not about. */
      readonly isUnasked?: boolean;
      readonly isIdempotent: boolean;
      readonly needsGesture: boolean;
    }
  /** `isUnasked`: whoever holds the claim may begin, or began, after the person's yes. */
  | { readonly type: "refused"; readonly retryAtMs: number; readonly isUnasked?: boolean }
  /** Somebody else took over the claim before the click came. */
  | { readonly type: "leaseLost"; readonly retryAtMs: number }
  /** The claim's time is over, and nobody knows who else had it since. */
  | { readonly type: "leaseOver" }
  /** The tool is gone between claim and execution. */
  | { readonly type: "toolMissing" }
  /** The browser wants a fresh click, and the tool has done nothing yet. */
  | { readonly type: "gestureSpent" }
  | { readonly type: "finished"; readonly outcome: HeadlessOutcome }
  /** The person wants a failed call tried again before its answer goes out: they know that it has run. */
  | { readonly type: "retried" }
  | { readonly type: "sent" }
  /** The server lists the call as pending although it took an answer. */
  | { readonly type: "stillPending" }
  | { readonly type: "stopped" };

const EXECUTE = { type: "execute", isConfirmed: false, mayHaveRun: false } as const;

/**
 * The state machine of a browser tool (docs/architecture.md): pure, total, and the same state object where an event changes nothing.
 * No event leads to `executing` except through `claimed` or the click that follows it, and from `interrupted` only by `approved`.
 */
export function nextCallState(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "examined":
      return state.phase === "requested" ? examined(event.facts) : state;
    case "reconsidered":
      return state.phase === "unavailable" || state.phase === "consent" ? { phase: "requested" } : state;
    case "released":
      return state.phase === "elsewhere" ? { phase: "claiming", intent: { ...state.intent, mayHaveRun: true } } : state;
    case "approved":
      return approved(state);
    case "declined":
      return isAwaitingPerson(state) || state.phase === "unavailable"
        ? {
            phase: "claiming",
            intent: { type: "answer", outcome: event.outcome, ifBegun: event.ifBegun, mayHaveRun: false },
          }
        : state;
    case "found":
      return state.phase === "claiming" ? found(event) : state;
    case "claimed":
      return state.phase === "claiming" ? claimed(state.intent, event) : state;
    case "refused":
      return state.phase === "claiming"
        ? { phase: "elsewhere", intent: refused(state.intent, event), retryAtMs: event.retryAtMs }
        : state;
    case "leaseLost":
      return state.phase === "click" ? { phase: "elsewhere", intent: EXECUTE, retryAtMs: event.retryAtMs } : state;
    case "leaseOver":
      return state.phase === "click" ? { phase: "claiming", intent: askedAgain(state) } : state;
    case "toolMissing":
      return state.phase === "executing" || state.phase === "click" ? { phase: "unavailable" } : state;
    case "gestureSpent":
      return state.phase === "executing" ? { ...begun(state), phase: "click" } : state;
    case "finished":
      return state.phase === "executing" ? { phase: "executed", outcome: event.outcome, sends: 0 } : state;
    case "retried":
      return canRetry(state)
        ? { phase: "claiming", intent: { ...EXECUTE, isConfirmed: true, mayHaveRun: true } }
        : state;
    case "sent":
      return state.phase === "executed" ? { phase: "answered", outcome: state.outcome, sends: state.sends + 1 } : state;
    case "stillPending":
      return stillPending(state);
    case "stopped":
      return state.phase === "answered" || state.phase === "cancelled" ? state : cancelled(hasBegun(state));
  }
}

/** True while the call moves on by itself and an answer may come without the person. */
export function isMoving(state: CallState): boolean {
  return state.phase === "requested" || state.phase === "claiming" || state.phase === "executing";
}

/** True for what failed in the tool's own code or around it, not by anybody's decision, and was not sent yet. */
export function canRetry(state: CallState): boolean {
  if (state.phase !== "executed" || state.outcome.type !== "failure") return false;
  switch (state.outcome.code) {
    case "tool_failed":
    case "tool_timed_out":
    case "tool_unavailable":
    case "tool_output_invalid":
    case "too_large":
      return true;
    default:
      return false;
  }
}

function cancelled(mayHaveRun: boolean): CallState {
  return mayHaveRun ? { phase: "cancelled", mayHaveRun } : { phase: "cancelled" };
}

function examined(facts: CallFacts): CallState {
  const { journal } = facts;
  if (journal.type === "executed") return found(journal);
  if (facts.refusal !== undefined) {
    return { phase: "claiming", intent: { type: "answer", outcome: facts.refusal, mayHaveRun: false } };
  }
  if (!facts.hasTool) return { phase: "unavailable" };
  if (journal.type === "started" && !facts.isIdempotent) return { phase: "interrupted" };
  const asks = facts.needsConsent && !facts.needsGesture; // a gesture is a consent
  if (asks && journal.type === "none") return { phase: "consent" };
  return { phase: "claiming", intent: EXECUTE };
}

function found(entry: Omit<Extract<CallEvent, { type: "found" }>, "type">): CallState {
  return entry.isStopped
    ? cancelled(entry.mayHaveRun === true)
    : { phase: "executed", outcome: entry.outcome, sends: 0 };
}

function approved(state: CallState): CallState {
  switch (state.phase) {
    case "consent":
      return { phase: "claiming", intent: EXECUTE };
    case "interrupted":
      return { phase: "claiming", intent: { ...EXECUTE, isConfirmed: true, mayHaveRun: true } };
    case "click":
      return { ...begun(state), phase: "executing" };
    default:
      return state;
  }
}

function claimed(intent: Intent, event: Extract<CallEvent, { type: "claimed" }>): CallState {
  const mayHaveRun = event.tookOver || intent.mayHaveRun;
  if (intent.type === "answer") {
    return { phase: "executed", outcome: (mayHaveRun && intent.ifBegun) || intent.outcome, sends: 0 };
  }
  const isConfirmed = intent.isConfirmed && !event.isUnasked;
  if (mayHaveRun && !isConfirmed && !event.isIdempotent) return { phase: "interrupted" };
  const before = begun({ mayHaveRun });
  if (!event.needsGesture) return { ...before, phase: "executing" };
  return intent.isAskedAgain ? { ...before, phase: "click", isAskedAgain: true } : { ...before, phase: "click" };
}

function begun({ mayHaveRun }: { readonly mayHaveRun?: boolean }): { readonly mayHaveRun?: true } {
  return mayHaveRun ? { mayHaveRun } : {};
}

/** What the person said before they clicked too late still holds. */
function askedAgain({ mayHaveRun = false }: { readonly mayHaveRun?: boolean }): Intent {
  return { type: "execute", isConfirmed: mayHaveRun, mayHaveRun, isAskedAgain: true };
}

function refused(intent: Intent, { isUnasked }: Extract<CallEvent, { type: "refused" }>): Intent {
  return intent.type === "execute" && isUnasked ? { ...intent, isConfirmed: false } : intent;
}

const MAX_SENDS = 3;

/** An answer that the server took and did not keep is sent again, a bounded number of times. */
function stillPending(state: CallState): CallState {
  if (state.phase !== "answered" || state.sends >= MAX_SENDS) return state;
  return { phase: "executed", outcome: state.outcome, sends: state.sends };
}
