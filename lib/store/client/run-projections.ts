import type { UsageMetadata } from "@/lib/protocol";
import type { Awaitable } from "./reading/awaitable";
import type { SpokenText } from "./reading/spoken-text";
import type { RunMessage } from "./run-message";
import type { RunToolCall } from "./run-tool-call";

/** What a loop over each projection gets. */
export type RunItems = {
  text: string;
  reasoning: string;
  messages: RunMessage;
  toolCalls: RunToolCall;
  values: unknown;
  usage: UsageMetadata;
  custom: unknown;
  subagents: RunSubagent;
};

/** Pairs of a projection's name and one of its items. */
export type Interleaved<Name extends keyof RunItems> = { [Each in Name]: readonly [Each, RunItems[Each]] }[Name];

/**
 * Everything that one graph of a run says. Each projection may be read any number of times, at once or one after the
 * other; the run is executed once. Who begins late gets what was said before: texts, messages, calls and sub-agents from
 * the first, `values` and `usage` from the newest, custom items from then on.
 */
export type RunProjections = {
  /** Empty for the run itself. */
  readonly namespace: readonly string[];
  /** The text of all answers of this graph, in the order in which it came. */
  readonly text: SpokenText;
  readonly reasoning: SpokenText;
  /** Answers of models, each from its first piece on. */
  readonly messages: AsyncIterable<RunMessage>;
  /** Tool calls, each from its first chunk on. */
  readonly toolCalls: AsyncIterable<RunToolCall>;
  /**
   * The state after each step. The server sends states only when asked: touch this before the run has started, in the
   * same tick as `run`. Later, or on a joined run, it gives what the run was started with, mostly nothing.
   */
  readonly values: AsyncIterable<unknown>;
  /** Token counts, summed over the messages so far; `await` gives the sum at the end. */
  readonly usage: Awaitable<UsageMetadata, UsageMetadata | undefined>;
  /**
   * What the graph wrote to its stream writer. With a name: the items of the stream transformer of that name
   * (`{ extension, item }`), and objects with that `type`.
   */
  custom(name?: string): AsyncIterable<unknown>;
  /** Graphs that this one calls. Asked of the server as `values` is: touch it in the same tick as `run`. */
  readonly subagents: AsyncIterable<RunSubagent>;
  /** Several projections in one loop, in the order in which the run says things. */
  interleave<Name extends keyof RunItems>(...names: readonly Name[]): AsyncIterable<Interleaved<Name>>;
};

/** The tool call that a graph was called from. */
export type RunSubagentCause = { readonly type: "toolCall"; readonly toolCallId: string };

/** A graph that a run called: a sub-agent in a tool, or a subgraph as a node. */
export type RunSubagent = RunProjections & {
  /** The agent's own name, else that of the node. */
  readonly name: string;
  /** The node of the calling graph that it runs in. */
  readonly node: string;
  /** Undefined where no tool call caused it. */
  readonly cause: RunSubagentCause | undefined;
  /** Its last state where `values` was asked for, else what its node gave to the calling graph. */
  readonly output: Promise<unknown>;
};
