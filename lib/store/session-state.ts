import type { AnswerEnd } from "@/lib/content";
import type { ToolweaveErrorCode } from "@/lib/errors";
import type { JsonValue } from "@/lib/partial-json";
import type { Decline, Feedback, UsageMetadata } from "@/lib/protocol";
import type { CallDecision } from "./agent-session-type";
import type { RunChoice } from "./choice/run-choice";
import type { Draft } from "./outbox/draft";
import type { KeptInput } from "./outbox/kept-input";
import type { NamedEvent } from "./projections/custom-events";
import type { Subagent } from "./projections/subagent-list";
import type { UsageTotals } from "./projections/usage-totals";
import type { OwnMessage } from "./thread/own-message";
import type { MessageMedia } from "./view/attached-media";
import type { Citation } from "./view/citations";
import type { MessageSource, ServerToolCall } from "./view/content-extras";

/** The status machine (docs/architecture.md). When several hold, the one shown is the first of: error, stopping, reconnecting, awaiting-human, running-client-tool, streaming. */
export type AgentStatus =
  | "idle"
  | "submitting"
  | "streaming"
  | "running-client-tool"
  | "awaiting-human"
  | "reconnecting"
  | "stopping"
  | "error";

/** A message as it is shown. A settled message keeps its object. */
export type ChatMessage = {
  readonly id: string;
  /** `tool` messages are not shown on their own: their content is the result of a call. */
  readonly type: "human" | "ai" | "tool" | "system" | "other";
  readonly text: string;
  readonly reasoning: string;
  /** Images, recordings, videos and files, in the order of the message; mostly none. */
  readonly media: readonly MessageMedia[];
  /** Keys into `calls`, in order of first appearance. */
  readonly callKeys: readonly string[];
  readonly isStreaming: boolean;
  /** True when the stream broke off and no complete message followed. */
  readonly isCutOff: boolean;
  /** Why an answer ended before it was whole: also after a reload where the provider, or our server, has said it. */
  readonly end?: AnswerEnd;
  readonly usage?: UsageMetadata;
  readonly model?: string;
  /** Where its words come from, each once. */
  readonly sources?: readonly MessageSource[];
  /** Where in `text` they are named, in order. */
  readonly citations?: readonly Citation[];
  /** Where `text` itself names them as [1], [2]: for each number its place in `sources`. */
  readonly numberedSources?: readonly number[];
  /** Calls that the model's provider runs itself. */
  readonly serverCalls?: readonly ServerToolCall[];
  /** How long its first piece was waited for, and how long it was written. Known where it was streamed here. */
  readonly timing?: { readonly waitedMs: number; readonly writingMs: number };
};

/**
 * Where a call is, in the words of the card's head:
 * writing, server (waits for or runs on the server), consent (yours to decide), click (needs a fresh click),
 * browser (runs in this tab), elsewhere (another tab runs it), unavailable (no open tab has the tool),
 * interrupted (a reload caught it while running: run again or decline), done, failed, expired (no answer in its time), declined,
 * cancelled, invalid.
 */
export type CallPhase =
  | "writing"
  | "server"
  | "consent"
  | "click"
  | "browser"
  | "elsewhere"
  | "unavailable"
  | "interrupted"
  | "done"
  | "failed"
  | "expired"
  | "declined"
  | "cancelled"
  | "invalid";

/**
 * Why a call did not come to its tool: its arguments were cut off or are no JSON (unreadable), do not fit what the tool takes
 * (arguments), no tool has its name (unknown-tool), or the person said no. `mayHaveRun`: a no to another run of it.
 */
export type CallRefusal =
  | { readonly type: "unreadable" }
  | { readonly type: "arguments" }
  | { readonly type: "unknown-tool" }
  | ({ readonly type: "declined" } & Decline);

/** A tool call as it is shown, from its first chunk to its result. */
export type CallState = {
  /** Our own, stable: use it as the React key. */
  readonly key: string;
  readonly messageId: string;
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  /** Grows while `phase` is `writing`; unchanged parts keep their identity. */
  readonly args: JsonValue | undefined;
  /** Whether the arguments can be executed; the lenient view above never decides that. */
  readonly status: "streaming" | "complete" | "incomplete" | "invalid";
  readonly phase: CallPhase;
  readonly result?: { readonly content: string; readonly value: unknown; readonly isError: boolean };
  /** For a person: what went wrong, what the agent was told. */
  readonly error?: string;
  /** Set where no tool ran: `error` is then what the agent was told, and this is what a person needs to know of it. */
  readonly refusal?: CallRefusal;
  /** A call without a result of its own that had begun, here or by the server's word: it may have done its work. */
  readonly mayHaveRun?: boolean;
  /** For a person: why the agent wants this tool; its contract says it, or the server that asks for a review. */
  readonly reason?: string;
  /** What the person may decide, while the decision is theirs. */
  readonly decisions?: readonly CallDecision["type"][];
  /** A yes is remembered for this tool in this browser. */
  readonly isConsentLasting?: boolean;
  /** A browser tool's failure that the agent was not told of yet: while the thread's problem lasts it can be tried again. */
  readonly canRunAgain?: boolean;
  /** A click came too late for this page's claim: the server was asked again, and one more click is needed. */
  readonly isAskedAgain?: boolean;
  /** What the person made of `args`; the tool runs, or ran, with these. */
  readonly editedArgs?: JsonValue;
  /** How far a running tool is: a share from 0 to 1, or its own words. */
  readonly progress?: string | number;
  /** What a tool gave while it ran (the pieces that it yields), oldest first; at most the newest 1,000. */
  readonly outputs?: readonly unknown[];
  /** Set while the call waits for the browser or the person. */
  readonly interruptId?: string;
  /** `performance.now()` at the first chunk seen here, and at the end; absent for calls loaded from history. */
  readonly startedAtMs?: number;
  readonly settledAtMs?: number;
};

/** A question of the graph (`interrupt(question)`) that is not a headless tool. The composer is its answer box. */
export type Question = { readonly id: string; readonly value: unknown };

/** Something that the graph waits for: a call of a browser tool, or a question with whatever `interrupt()` was given. */
export type PendingInterrupt =
  | { readonly kind: "question"; readonly id: string; readonly value: unknown }
  | {
      readonly kind: "tool";
      readonly id: string;
      readonly callId: string;
      readonly name: string;
      readonly args: unknown;
    };

/** The versions of one message, oldest first. */
export type MessageBranches = {
  /** Which version is shown, from 0. */
  readonly index: number;
  readonly count: number;
  /** Of each version the checkpoint at which its branch ends. */
  readonly checkpointIds: readonly string[];
  /** Where a run must begin to put another version in its place; undefined where that is not kept. */
  readonly parentCheckpointId: string | undefined;
};

/** A message that waits until the run ends. */
export type QueuedMessage = OwnMessage;

/** What went wrong with the last run, for a person, and whether trying again can help. */
export type RunProblem = { readonly code: ToolweaveErrorCode; readonly message: string; readonly canRetry: boolean };

/**
 * The state of one thread on the page. `messages` and `calls` are changed in place and announced by `revision`,
 * so that a frame costs what changed and not the length of the thread; an entry that changed is a new object.
 */
export type SessionState = {
  readonly revision: number;
  readonly threadId: string | undefined;
  readonly runId: string | undefined;
  readonly status: AgentStatus;
  readonly isLoading: boolean;
  /** How many messages the server has before those that are here; `loadEarlier` brings them. */
  readonly earlierCount: number;
  readonly isLoadingEarlier: boolean;
  readonly messageIds: readonly string[];
  readonly messages: ReadonlyMap<string, ChatMessage>;
  readonly calls: ReadonlyMap<string, CallState>;
  readonly questions: readonly Question[];
  /** Everything that the graph waits for, questions and calls of browser tools alike, oldest first. */
  readonly interrupts: readonly PendingInterrupt[];
  /** The state of the graph beside its messages. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the graph wrote to its stream, by name. */
  readonly customEvents: ReadonlyMap<string, readonly NamedEvent[]>;
  /** Those of them that name no call, by the message before which they came; see `EventPlaces`. */
  readonly placedEvents: ReadonlyMap<string, readonly NamedEvent[]>;
  readonly subagents: readonly Subagent[];
  readonly usage: UsageTotals;
  /** Where a message has other versions, by message id; empty until `watchBranches`. */
  readonly branches: ReadonlyMap<string, MessageBranches>;
  /** The keys of calls of server tools that failed and can be run again; empty until `watchBranches`. */
  readonly rerunnable: ReadonlySet<string>;
  /** The checkpoint at which the branch that is shown ends; undefined for the thread's newest. */
  readonly checkpointId: string | undefined;
  /** What the person said of messages of the agent, by message id. */
  readonly feedback: ReadonlyMap<string, Feedback>;
  /** What the next message goes out with. */
  readonly choice: RunChoice;
  readonly queue: readonly QueuedMessage[];
  /** What stands in this thread's composer. */
  readonly draft: Draft;
  /** What stands half written in other boxes of the thread: forms, arguments under edit. */
  readonly inputs: readonly KeptInput[];
  /** There is no network, and something waits for it; it goes out by itself. */
  readonly isWaitingForNetwork: boolean;
  readonly problem: RunProblem | undefined;
  readonly reconnect: { readonly attempt: number; readonly waitMs: number } | undefined;
  /** `performance.now()` when the current run began here. */
  readonly runStartedAtMs: number | undefined;
};
