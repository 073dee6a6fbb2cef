import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Claim, ErrorData, Interrupt, Run, RunStatus, SearchThreads, Thread, ThreadStatus } from "@/lib/protocol";

/** Threads by id. A thread that is not there is `undefined`, never an exception. */
export type ThreadStore = {
  /** `undefined` when the id is taken. */
  create(threadId: string, metadata: Record<string, unknown>): Promise<Thread | undefined>;
  get(threadId: string): Promise<Thread | undefined>;
  /** Merges `metadata` over what is there, one level deep. */
  update(
    threadId: string,
    change: { metadata?: Record<string, unknown>; status?: ThreadStatus },
  ): Promise<Thread | undefined>;
  /** Newest first unless the request says otherwise; `total` counts all that match, whatever the page. */
  search(request: SearchThreads): Promise<{ threads: Thread[]; total: number }>;
  /** Removes the thread with its runs, claims and checkpoints. False when there was none. */
  delete(threadId: string): Promise<boolean>;
};

/** A run as it is stored: what the wire shows, and what makes a repeated request the same request. */
export type NewRun = Run & { readonly kwargs: unknown; readonly idempotency?: Idempotency | undefined };

/** `Idempotency-Key` of the request and a digest of its body. */
export type Idempotency = { readonly key: string; readonly digest: string };

export type RunStore = {
  insert(run: NewRun): Promise<void>;
  get(threadId: string, runId: string): Promise<Run | undefined>;
  /** Newest first. */
  list(threadId: string, page: { limit: number; offset: number; status?: RunStatus | undefined }): Promise<Run[]>;
  setStatus(runId: string, status: RunStatus): Promise<void>;
  findByKey(threadId: string, key: string): Promise<{ run: Run; digest: string } | undefined>;
};

export type ClaimStore = {
  /** Takes or renews. `isGranted` false: `claim` is somebody else's, and still valid. */
  take(request: {
    threadId: string;
    interruptId: string;
    holder: string;
    nowMs: number;
    leaseMs: number;
  }): Promise<{ isGranted: boolean; claim: Claim }>;
};

/** Everything that ends with a run, written in one transaction. */
export type Settlement = {
  readonly threadId: string;
  readonly runId: string;
  readonly runStatus: RunStatus;
  readonly error?: ErrorData | undefined;
  readonly threadStatus: ThreadStatus;
  /** JSON text of the state's values; `undefined` leaves the former. */
  readonly valuesJson?: string | undefined;
  readonly interrupts: Record<string, Interrupt[]>;
};

/**
 * What a Toolweave server remembers. Claims on interrupts that no longer wait are released by `settle`.
 * Every write is durable when its promise resolves.
 */
export type Storage = {
  readonly saver: BaseCheckpointSaver;
  readonly threads: ThreadStore;
  readonly runs: RunStore;
  readonly claims: ClaimStore;
  settle(settlement: Settlement): Promise<void>;
  close(): Promise<void>;
};
