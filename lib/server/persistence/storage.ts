import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph";
import type { Claim, ErrorData, Interrupt, Run, RunStatus, SearchThreads, Thread, ThreadStatus } from "@/lib/protocol";
import type { BranchReader } from "./checkpoints/branch-reader";
import type { PruneRequest } from "./checkpoints/prune";

/** Whose a new thread is. A temporary thread is never found by a search, and is removed when the folder is opened again. */
export type NewThread = { readonly userId: string; readonly isTemporary?: boolean };

/**
 * Threads by id. A thread that is not there is `undefined`, never an exception. Who may ask for an id is decided before:
 * every request for a thread looks at `ownerOf` first.
 */
export type ThreadStore = {
  /** `undefined` when the id is taken, by whomever. */
  create(threadId: string, metadata: Record<string, unknown>, owner: NewThread): Promise<Thread | undefined>;
  get(threadId: string): Promise<Thread | undefined>;
  /** The user that a thread belongs to; `null`: it is from before there were users; `undefined`: it is not there. Cheap like `exists`. */
  ownerOf(threadId: string): Promise<string | null | undefined>;
  /** Cheap: reads no values, whatever the length of the thread. */
  exists(threadId: string): Promise<boolean>;
  /** Cheap like `exists`. */
  metadata(threadId: string): Promise<Record<string, unknown> | undefined>;
  /** A run begins: the thread is busy, and `metadata` names its agent. Cheap like `exists`. */
  setBusy(threadId: string, metadata: Record<string, unknown>): Promise<void>;
  /** Merges `metadata` over what is there, one level deep. */
  update(
    threadId: string,
    change: { metadata?: Record<string, unknown>; status?: ThreadStatus },
  ): Promise<Thread | undefined>;
  /** A user's threads, newest first unless the request says otherwise; `total` counts all that match, whatever the page. */
  search(request: SearchThreads, userId: string): Promise<{ threads: Thread[]; total: number }>;
  /** How many threads a search would find, whatever its page. */
  count(request: SearchThreads, userId: string): Promise<number>;
  /** Whether a user has so many threads, temporary ones among them. */
  hasAtLeast(userId: string, count: number): Promise<boolean>;
  /** Every thread of a user, temporary ones among them. */
  idsOf(userId: string): Promise<readonly string[]>;
  /** Writes what a change of the state outside of runs means for the thread. */
  setState(
    threadId: string,
    state: { status: ThreadStatus; valuesJson: string; interrupts: Record<string, Interrupt[]> },
  ): Promise<void>;
  /** A new thread of the same user with the same metadata, values and checkpoints, without runs. `undefined`: there is none to copy. */
  copy(from: string, to: string): Promise<Thread | undefined>;
  /** Removes the thread with its runs, claims and checkpoints. False when there was none. */
  delete(threadId: string): Promise<boolean>;
};

/** A run as it is stored: what the wire shows, and what makes a repeated request the same request. */
export type NewRun = Run & { readonly kwargs: unknown; readonly idempotency?: Idempotency | undefined };

/** `Idempotency-Key` of the request and a digest of its body. */
export type Idempotency = { readonly key: string; readonly digest: string };

export type RunStore = {
  /**
   * Begins an attempt at a run: the number that fences it on its thread, higher than any before on whatever thread. Whatever
   * comes with a lower one is refused from now on. Also called when a run ends, so that a graph that goes on changes nothing.
   * A thread that is made anew with the id of one that was deleted refuses what comes from that one's runs.
   */
  fence(threadId: string): Promise<number>;
  insert(run: NewRun): Promise<void>;
  get(threadId: string, runId: string): Promise<Run | undefined>;
  /** Newest first. */
  list(threadId: string, page: { limit: number; offset: number; status?: RunStatus | undefined }): Promise<Run[]>;
  /** `error`: why it came to nothing. */
  setStatus(runId: string, status: RunStatus, error?: ErrorData): Promise<void>;
  idsOf(threadId: string): Promise<readonly string[]>;
  findByKey(threadId: string, key: string): Promise<{ run: Run; digest: string } | undefined>;
  /** Where a run is, for a request that names no thread. */
  threadOf(runId: string): Promise<string | undefined>;
  /** Forgets a settled run; what it left in the thread stays. False when there was none. */
  delete(threadId: string, runId: string): Promise<boolean>;
};

/** Where a thread stood before a run: enough to take back everything that the run wrote. Only its storage reads it. */
export type ThreadMark = {
  readonly lastCheckpointId: string;
  readonly rootCheckpointId: string;
  readonly from: string;
  /** What the pending steps of these checkpoints had written. */
  readonly writes: readonly Record<string, unknown>[];
};

/** Takes a run back, or a part of it. All must be called under the thread's lock. */
export type RollBack = {
  /** `from`: the checkpoint that the run goes on from, when it is not the last. */
  mark(threadId: string, from?: string): Promise<ThreadMark>;
  /** Removes every checkpoint and write since the mark, and the run itself. */
  rollBack(threadId: string, runId: string, mark: ThreadMark): Promise<void>;
  /**
   * Forgets what the steps behind the last checkpoint had written, but keeps what `mark` knows of it. `undo` puts it
   * back; `undefined`: there was nothing to forget.
   */
  discardWrites(threadId: string, mark?: ThreadMark): Promise<{ undo(): Promise<void> } | undefined>;
};

export type ClaimStore = {
  /**
   * Takes or renews. `isGranted` false: `claim` is somebody else's, and still valid. Granted, it names the holder whom this
   * one replaced, at every renewal too: a page that was told and died is continued under the same name.
   */
  take(request: {
    threadId: string;
    interruptId: string;
    holder: string;
    nowMs: number;
    leaseMs: number;
  }): Promise<{ isGranted: boolean; claim: Claim }>;
  /** Interrupts of a thread that somebody has claimed, also when the lease has expired since. */
  claimed(threadId: string): Promise<ReadonlySet<string>>;
};

/** Everything that ends with a run, written in one transaction. */
export type Settlement = {
  /** The attempt that ends; without it, nobody else can be working on the thread. */
  readonly fence?: number | undefined;
  readonly threadId: string;
  readonly runId: string;
  readonly runStatus: RunStatus;
  readonly error?: ErrorData | undefined;
  readonly threadStatus: ThreadStatus;
  /** JSON text of the state's values, without what `listChannels` names; `undefined` leaves the former. */
  readonly valuesJson?: string | undefined;
  /** Values that are lists of messages: they are read from the last checkpoint, so that a turn costs what it adds. */
  readonly listChannels?: readonly string[] | undefined;
  readonly interrupts: Record<string, Interrupt[]>;
};

/** Threads and items that were kept before there were users. Nobody sees them until somebody is given them. */
export type FormerData = {
  isThere(): Promise<boolean>;
  giveTo(userId: string): Promise<void>;
};

/** Told about a thread that is stored, but cannot be read. */
export type ReportUnreadable = (error: unknown, context: { readonly threadId: string }) => void;

/** The time between two deletions of all of a user. What it looks like is the storage's own business. */
export type Era = object;

/**
 * What a Toolweave server remembers. Claims on interrupts that no longer wait are released by `settle`.
 * Every write is as durable as the storage is when its promise resolves. Every kind of storage is put through the same
 * tests (`contract/`).
 */
export type Storage = {
  /**
   * Settles what processes that are gone have left: their runs failed with `server_restarted`, each thread waits for an
   * answer where its last checkpoint does, temporary threads are removed. Called before the first run.
   * A thread whose checkpoint cannot be read fails alone: its status is `error`, and `report` is told.
   */
  recover(report?: ReportUnreadable): Promise<void>;
  /** Whether several processes may use it at once: what signs cookies must then be the same in all of them. */
  readonly isShared: boolean;
  /** LangGraph's checkpoints. Refuses (`conflict`) what comes with an overtaken fence; each says which run wrote it. */
  readonly saver: BaseCheckpointSaver;
  readonly threads: ThreadStore;
  readonly runs: RunStore;
  readonly claims: ClaimStore;
  /** What a thread waits for, by task, as its last checkpoint says. Should cost the same whatever the thread holds. */
  pendingInterrupts(threadId: string): Promise<Record<string, Interrupt[]>>;
  readonly branches: BranchReader;
  /**
   * Items of a user that outlive threads, for graphs and for clients. No user sees another's. `era`: for work that began then
   * (`eraOf`); once all of the user was deleted since, it rejects with `conflict`, asked in the same moment as it writes.
   */
  itemsOf(userId: string, era?: Era): BaseStore;
  /** How many items a user has. Asked for each new one, so it should cost the same however many those are. */
  countItemsOf(userId: string): Promise<number>;
  /** A user's present era, to hand back with `itemsOf`. */
  eraOf(userId: string): Promise<Era>;
  /** Deletes a user's items, and ends the era for the user. */
  deleteItemsOf(userId: string): Promise<void>;
  readonly formerData: FormerData;
  readonly rollBack: RollBack;
  /** Writes the end of a run. Throws `conflict` when `fence` is not the thread's newest. */
  settle(settlement: Settlement): Promise<void>;
  /** Forgets checkpoints that neither history nor branches need (`planPrune`). Must be called under the thread's lock. */
  prune(request: PruneRequest): Promise<void>;
  /**
   * What was deleted is gone from the files too, not only from sight. False: it takes longer, or another process hinders that;
   * it is done as soon as may be, also after a restart. What graphs delete or replace among a user's items is gone
   * without it, after ten seconds and the time that it takes.
   */
  scrub(): Promise<boolean>;
  close(): Promise<void>;
};
