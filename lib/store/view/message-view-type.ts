import type { HeadlessCall } from "@/lib/headless";
import type { JsonPath, PathState } from "@/lib/partial-json";
import type { StreamEvent } from "@/lib/protocol";
import type { CallState, ChatMessage } from "../session-state";
import type { OwnMessage } from "../thread/own-message";
import type { Warn } from "../warn-once";
import type { ContentText } from "./content-text";
import type { CallRecord, MessageRecord } from "./records";

/** How a run ended, for what it left unfinished. */
export type RunEnding = "success" | "failed" | "stopped";

/** The messages and calls of one thread, or of one nested run, from events and states. Changes show at `publish`. */
export type MessageView = {
  readonly messages: ReadonlyMap<string, ChatMessage>;
  readonly calls: ReadonlyMap<string, CallState>;
  apply(event: StreamEvent): void;
  /** A message of the person that the server does not know yet. */
  addOwn(message: OwnMessage): void;
  /**
   * The server's state: the truth for ids and order. `isFinal`: what it does not list goes, except what is this page's
   * alone; `kept`: except these, since the state is of another branch.
   */
  settle(messages: readonly unknown[], options: { isFinal: boolean; kept?: ReadonlySet<string> }): void;
  /** This message and all behind it go: another branch begins here. */
  cut(messageKey: string): void;
  /** The calls of this one's message have no result any more, and what came behind it goes: they are run again. */
  reopenCalls(callKey: string): void;
  /** The key under which the message with this id of the server is shown. */
  keyOf(messageId: string): string | undefined;
  /** All messages, for what is told of them together. */
  records(): Iterable<MessageRecord>;
  /** Another number whenever the usage of some message became another, or a message went. */
  usageRevision(): number;
  endRun(ending: RunEnding): void;
  /** A new try begins: what the last one left half-written goes. */
  dropCutOff(): void;
  /** Where a browser tool's call is. `isGone`: it is not pending any more. */
  setHeadless(call: HeadlessCall, isGone: boolean): void;
  /** The executor's key for a call that is shown. */
  headlessKeyOf(callKey: string): string | undefined;
  /** The key of the newest call with this id. */
  callKeyOf(callId: string): string | undefined;
  /** Whether this view has the call. */
  hasCall(callKey: string): boolean;
  /** The calls that a tool event named and that have no result. */
  startedCalls(): readonly CallRecord[];
  /** The id of the newest call of that name that has no result. */
  openCallNamed(name: string): string | undefined;
  /** Calls without a result, in order of appearance. */
  openCalls(): readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  /** The newest message that the person typed here. */
  lastOwn(): OwnMessage | undefined;
  /** Why a pending call must not be executed; undefined when its arguments were seen whole or not at all. */
  faultOf(callId: string): string | undefined;
  setMayContinue(mayContinue: boolean): void;
  stateAt(callKey: string, path: JsonPath): PathState;
  /** True when something began or ended since the last `publish`: it must not wait for a frame. */
  isUrgent(): boolean;
  /** Writes what changed into `messages` and `calls`; the order of the shown messages. */
  publish(): readonly string[];
};

/** Told what an answer of the model goes on with, piece by piece; `node` is the graph's node that says it. */
export type ViewListener = (messageKey: string, piece: ContentText, node: string | undefined) => void;

export type MessageViewOptions = {
  readonly now: () => number;
  readonly onSaid?: ViewListener;
  /** Tells a developer, once a kind, of an event that makes no sense here. */
  readonly warn?: Warn;
  /** Added to the ids of a nested run's messages: the thread may list the same ones. */
  readonly suffix?: string;
  /** Where the shown messages and calls are kept; nested runs share the thread's. */
  readonly messages?: Map<string, ChatMessage>;
  readonly calls?: Map<string, CallState>;
  /** A message begins behind all others; not told of what a state brings. */
  readonly onBegin?: (messageKey: string) => void;
  readonly onGone?: (messageKey: string) => void;
};
