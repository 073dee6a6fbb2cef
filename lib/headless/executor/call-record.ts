import type { HeadlessTool } from "../contract";
import type { CallEvent, CallState } from "./call-machine";
import type { ExecutorEnvironment, ExecutorHost, PendingCall } from "./executor-types";

/** A call in the executor's own hands. */
export type CallRecord = {
  readonly key: string;
  readonly pending: PendingCall;
  state: CallState;
  progress: string | number | undefined;
  /** The person's own arguments, in place of the model's. */
  edit?: { readonly args: unknown } | undefined;
  /** Aborts when the call is withdrawn. */
  readonly life: AbortController;
  /** Aborts the execution. */
  execution?: AbortController | undefined;
  /** The string that its claim is under: this page's, or a dead page's that this one continues. */
  holder?: string;
  /** When its claim is over, in milliseconds since 1970; absent where the server knows no claims. */
  leaseEndsAtMs?: number | undefined;
  /** Who had the claim before, by the server's word, or the journal's: a question is about them. */
  previousHolder?: string | null | undefined;
  /** When the person said that it may run although it may have run, in milliseconds since 1970. */
  confirmedAtMs?: number;
  /** The contract that the person was asked about, and what they said. Kept until it is done: a tool may go and come meanwhile. */
  askedAbout?: HeadlessTool["contract"] | undefined;
  said?: "approve" | { readonly declined: string | undefined } | undefined;
  releaseLock?: (() => void) | undefined;
  stopRenewing?: (() => void) | undefined;
  /** The server does not know the interrupt yet, or any more: waits for the next reading of the state. */
  isParked?: boolean;
  parkings?: number;
  /** How often the person had a failure tried again. */
  retries?: number;
  /** The other holder let go: claimed again if the state still lists the call. */
  isRetryDue?: boolean;
  /** Another tab has held the lock for a whole lease: it may be frozen. */
  isLockDoubted?: boolean;
  /** The journal's writes for this call, in order. */
  writing?: Promise<void>;
};

/** What the parts of an executor share. */
export type CallContext = {
  readonly threadId: string;
  readonly environment: ExecutorEnvironment;
  readonly host: () => ExecutorHost | undefined;
  readonly dispatch: (record: CallRecord, event: CallEvent) => void;
  readonly announce: (record: CallRecord) => void;
};
