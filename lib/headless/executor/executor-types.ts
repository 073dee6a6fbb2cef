import type { Claim } from "@/lib/protocol";
import type { ExecutorClock } from "../clock";
import type { ConsentMemory, Journal } from "../journal/journal";
import type { ArgumentFault } from "../schema/find-schema-faults";
import type { TabLocks } from "../tab-locks";
import type { ToolEvent } from "../tool-event";
import type { ToolRegistry } from "../tool-registry";
import type { CallState } from "./call-machine";

/** A headless call that the graph waits for. */
export type PendingCall = {
  readonly interruptId: string;
  readonly callId: string;
  readonly name: string;
  readonly args: unknown;
  /** Why this call must not be executed, for example because its arguments were cut off; the graph is told so. */
  readonly refusal?: string | undefined;
  readonly runId: string | undefined;
};

/** A pending call, and where it is on this page. */
export type HeadlessCall = {
  /** The journal's key: thread, interrupt, call. */
  readonly key: string;
  readonly pending: PendingCall;
  readonly state: CallState;
  readonly progress: string | number | undefined;
  /** The contract's sentence for the person; undefined while this page has no such tool. */
  readonly reason: string | undefined;
  /** What the person may decide, when the decision is theirs. */
  readonly decisions: readonly HeadlessDecision[];
  /** A yes is remembered for this tool. */
  readonly isConsentLasting: boolean;
  /** It failed, and the server has not taken that for an answer: the person may have it tried again. */
  readonly canRetry: boolean;
  /** What the person made of the arguments. */
  readonly editedArgs?: unknown;
};

export type HeadlessDecision = "approve" | "edit" | "decline" | "respond";

/** What a session gives the executor of its thread. */
export type ExecutorHost = {
  readonly tools: ToolRegistry;
  /** The server's claim. `undefined`: the server knows no claims. Rejects with `claimed_elsewhere` or `interrupt_not_pending`. */
  claim(interruptId: string, holder: string): Promise<Claim | undefined>;
  onChange(call: HeadlessCall): void;
  /** The call is not pending any more. */
  onGone(call: HeadlessCall): void;
  onTool(event: ToolEvent): void;
  /** Nothing moves by itself any more, or an answer came: look at `resume()`. */
  onReady(): void;
  /** What is pending is in doubt: read the thread's state and call `request` with all of it. */
  refresh(): void;
};

/**
 * All answers that are ready, as the wire wants them. `id` is the same for the same answers on this page: a delivery that
 * is repeated, by whichever session, is the same run.
 */
export type ResumeBatch = { readonly resume: unknown; readonly keys: readonly string[]; readonly id: string };

/** Runs the headless calls of one thread on one page, once. */
export type HeadlessExecutor = {
  /** Joins a session; the returned function leaves. What executes goes on without a session, its answer waits. */
  attach(host: ExecutorHost): () => void;
  /** Calls that the graph waits for. `isComplete`: these are all; others are not pending any more. */
  request(pending: readonly PendingCall[], options: { isComplete: boolean }): void;
  /** Another version of the thread is shown: nothing is looked after, and what was begun stays known for when this one comes back. */
  setAside(): void;
  /** Looks again at the calls that no tool was found for. */
  toolsChanged(): void;
  /** The person's yes, with arguments of their own where `edit` is given. Executes in the same tick where the tool needs a gesture. Throws `gesture_spent` where the browser does not count the click as fresh: one more is needed. */
  approve(key: string, edit?: { readonly args: unknown }): void;
  /** What the call's contract finds wrong with arguments. */
  faultsOf(key: string, args: unknown): readonly ArgumentFault[];
  decline(key: string, reason?: string): void;
  /** The person has a failed call tried again in place of its answer, which must not be on its way. Nothing where `canRetry` is false. */
  retry(key: string): void;
  /** Aborts what runs and withdraws what waits; nothing is sent. */
  stop(): void;
  /** The thread goes on with a new turn: what the server has taken need not be looked after any more. */
  forgetAnswered(): void;
  calls(): readonly HeadlessCall[];
  /** The answers to send now; undefined while something still moves by itself, or when there are none. */
  resume(): ResumeBatch | undefined;
  /** The server has taken these answers. */
  markSent(keys: readonly string[]): void;
};

/** What all executors of a page share. */
export type ExecutorEnvironment = {
  /** Names this page in claims. */
  readonly holder: string;
  readonly journal: Journal;
  readonly consents: ConsentMemory;
  readonly locks: TabLocks;
  readonly clock: ExecutorClock;
  /** A timer that a hidden page does not slow down: it renews leases. */
  readonly steadyTimer: ExecutorClock["setTimer"];
  /** Whether the browser still counts a click of the person as fresh; true where it does not say. */
  readonly hasGesture: () => boolean;
  /** Milliseconds since 1970, to read a lease's end. */
  readonly timeOfDay: () => number;
};
