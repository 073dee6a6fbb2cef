import type {
  Assistant,
  Claim,
  ErrorData,
  Info,
  MessagesPage,
  MessagesQuery,
  RunRequest,
  RunStatus,
  SearchThreads,
  StreamEvent,
  Thread,
  ThreadState,
} from "@/lib/protocol";
import type { AttachmentTransport } from "./attachments/attachment-transport";

/** How a run's stream is connected; `waitMs` is the time until the next try. */
export type ConnectionChange =
  | { readonly state: "open" }
  | { readonly state: "reconnecting"; readonly attempt: number; readonly waitMs: number };

/** What a run stream tells besides its events. */
export type RunStreamOptions = {
  readonly signal?: AbortSignal;
  /** Called once, as soon as the run has an id (response headers, or its first event). */
  readonly onRun?: (runId: string) => void;
  readonly onConnection?: (change: ConnectionChange) => void;
};

/** Events of a run that came together, in their order; never none. */
export type EventBatch = readonly StreamEvent[];

/** Pages of threads, newest first. `next` is the offset of the next page, absent on the last. */
export type ThreadPage = { readonly threads: readonly Thread[]; readonly next?: number };

/** How a run of a thread stands. */
export type NewestRun = { readonly runId: string; readonly status: RunStatus; readonly error?: ErrorData };

/** A run that goes on. `startKey`: the idempotency key of its start, where it was started as `startRun` does. */
export type GoingOnRun = { readonly runId: string; readonly status: RunStatus; readonly startKey?: string };

/** `isScrubbed` false: nobody sees it any more, but traces in the server's files are still being overwritten. */
export type Deletion = { readonly isScrubbed: boolean };

/** Ours beyond the wire: taking along and deleting everything of a person. */
export type AccountTransport = {
  /** Where the archive is; the browser sends its cookie along, and nothing else. */
  readonly exportUrl: string;
  /** Rejects with the server's refusal where it would not give the archive now; it is not made by this. */
  checkExport(): Promise<void>;
  /** Deletes all threads, files and kept items of the person. */
  deleteAll(): Promise<Deletion>;
};

/**
 * Everything the client asks of a LangGraph server. All methods reject with a ToolweaveError; an abort rejects with
 * the signal's reason. Run streams reconnect by themselves, never yield an event twice, and end only when the run has
 * settled; the last event they yield is `end`, or `error` followed by `end`. Each step gives what came together, so that a
 * piece of the network with many events costs one step and not many; the network is read only when a step is asked for.
 */
export type Transport = {
  info(signal?: AbortSignal): Promise<Info>;
  /** With a `threadId` of the client's own making the call can be repeated: the thread is created once. */
  createThread(init?: { threadId?: string; metadata?: Record<string, unknown> }): Promise<Thread>;
  searchThreads(request: SearchThreads, signal?: AbortSignal): Promise<ThreadPage>;
  /** What is kept beside a thread's state, read without the state where the server can. Rejects with `not_found`. */
  getMetadata(threadId: string, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  /** Merges these keys over the thread's metadata; the others stay as they are. */
  updateThread(threadId: string, metadata: Record<string, unknown>): Promise<Thread>;
  deleteThread(threadId: string): Promise<void>;
  /**
   * The newest state, or the one at a checkpoint. `messagesSince`: a checkpoint whose messages the caller has; a server that
   * can tells how many of them are the same (`messages_kept`) and gives the others, another gives all. `lastMessages`: where
   * none are the same, our server gives only the newest so many, and how many come before them (`earlier_messages`).
   */
  getState(
    threadId: string,
    signal?: AbortSignal,
    place?: {
      readonly checkpointId?: string | undefined;
      readonly messagesSince?: string | undefined;
      readonly lastMessages?: number | undefined;
    },
  ): Promise<ThreadState>;
  /** A page of a thread's messages with their branches. `undefined`: this server has no such pages. */
  getMessages(threadId: string, query: MessagesQuery, signal?: AbortSignal): Promise<MessagesPage | undefined>;
  /**
   * Starts a run. Repeats with the same idempotency key until the run id is known; after that it only ever rejoins.
   * The same `idempotencyKey` in a later call continues the same attempt to start; the run's metadata keep it.
   */
  startRun(
    threadId: string,
    request: RunRequest,
    options?: RunStreamOptions & { idempotencyKey?: string },
  ): AsyncIterable<EventBatch>;
  /** Starts a run that nobody follows; with the same `idempotencyKey` the same run, however often it is asked. Resolves with its id. */
  createRun(
    threadId: string,
    request: RunRequest,
    options?: { idempotencyKey?: string; signal?: AbortSignal },
  ): Promise<string>;
  /** Follows a run from its first event, or from after `lastEventId`. */
  joinRun(
    threadId: string,
    runId: string,
    options?: RunStreamOptions & {
      lastEventId?: string;
      /** What the run was started with, where that is known: a server that filters gives the same again. */
      asked?: Pick<RunRequest, "stream_mode" | "stream_subgraphs">;
    },
  ): AsyncIterable<EventBatch>;
  /** The newest run of a thread that is still pending or running, if there is one. */
  activeRun(threadId: string, signal?: AbortSignal): Promise<GoingOnRun | undefined>;
  /** The newest run of a thread, whatever became of it. `error` where the server keeps why a run failed. */
  newestRun(threadId: string, signal?: AbortSignal): Promise<NewestRun | undefined>;
  /** How one run stands. Rejects with `not_found`. */
  getRun(threadId: string, runId: string, signal?: AbortSignal): Promise<NewestRun>;
  /** States of the root graph, newest first; with `before` those that are older than this checkpoint. */
  getHistory(threadId: string, limit: number, signal?: AbortSignal, before?: string): Promise<readonly ThreadState[]>;
  /** The agents of this server as LangGraph describes them. */
  getAssistants(limit: number, signal?: AbortSignal): Promise<readonly Assistant[]>;
  /** Stops a run. Resolves when the server has taken the order; the run may need a moment to settle. */
  cancelRun(threadId: string, runId: string): Promise<void>;
  /** All that is kept of the person; absent where the server has nothing of our kind. */
  readonly account?: AccountTransport;
  /** Files for messages; absent where the server has none of our kind. */
  readonly attachments?: AttachmentTransport;
  /** Takes or renews the right to execute a headless tool. `undefined`: this server knows no claims. Rejects with `claimed_elsewhere`. */
  claimInterrupt(threadId: string, interruptId: string, holder: string): Promise<Claim | undefined>;
};
