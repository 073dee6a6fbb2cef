import type { StoreApi } from "zustand/vanilla";
import type { ArgumentFault, HeadlessTool } from "@/lib/headless";
import type { JsonPath, PathState } from "@/lib/partial-json";
import type { Attachment, Feedback } from "@/lib/protocol";
import type { RunChoice } from "./choice/run-choice";
import type { DraftAttachment } from "./outbox/draft";
import type { InputPlace } from "./outbox/kept-input";
import type { SessionState } from "./session-state";
import type { TabChannel } from "./tabs/tab-channel";
import type { MessageHits } from "./thread/messages/message-search";

/** What a person decides about a call that waits for them: as it is, with other arguments, not at all, or answered in the tool's place. */
export type CallDecision =
  | { readonly type: "approve" }
  | { readonly type: "edit"; readonly args: Readonly<Record<string, unknown>> }
  | { readonly type: "decline"; readonly reason?: string }
  | { readonly type: "respond"; readonly text: string };

/** One thread on one page: its state, and what can be done with it. One per page, not one per component. `announce` and `listen`: the other tabs of this browser. */
export type AgentSession = TabChannel & {
  readonly store: StoreApi<SessionState>;
  /** Sends, queues while a run is busy, or answers a question; docs/architecture.md, sending while busy. Creates the thread when there is none. Attachments are files that the server has; with some it is never the answer to a question. `id`: the message's own, made when absent. */
  submit(text: string, attachments?: readonly Attachment[], id?: string): Promise<void>;
  /** Stops the run; what was produced stays. A stop before the run id is known is kept until it can be delivered. */
  stop(): Promise<void>;
  /** Runs the last turn again after a problem. */
  retry(): Promise<void>;
  /** Goes on where the last run left something to do: after a Stop or a failure. Nothing where all is done. */
  resume(): Promise<void>;
  /** Answers one interrupt with any value; for a browser tool's call the value stands for its result. Nothing when it is not pending. */
  respond(interruptId: string, value: unknown): void;
  /** As `respond`, for several at once: they go out in one command. */
  respondAll(values: ReadonlyMap<string, unknown>): void;
  /**
   * Brings messages that come before the first that is here: a page, or all from the position `until` on. Nothing where
   * all are here. Rejects with a ToolweaveError.
   */
  loadEarlier(until?: number): Promise<void>;
  /** The messages of the shown branch whose text contains `wanted`, the newest first; those before a hit with its id. Rejects with a ToolweaveError. */
  searchMessages(wanted: string, before?: string): Promise<MessageHits>;
  /** Brings the message at this position, and gives the id under which it is shown; of a result that of its call. `undefined`: it is not there any more. */
  bringMessage(position: number): Promise<string | undefined>;
  /** Lets the agent answer again from before this answer's turn; the former answer stays as a branch. */
  regenerate(messageId: string): Promise<void>;
  /** Tries a browser tool's call again that failed and whose answer could not be sent (`canRunAgain`). Runs a call of a server tool that failed again (one of `rerunnable`), with the other calls of its message, and goes on from there; the former stay as a branch. Nothing unless the thread is idle. */
  runAgain(callKey: string): Promise<void>;
  /** Puts another text in the place of a message of the person and runs from there; the former stays as a branch. */
  edit(messageId: string, text: string): Promise<void>;
  /** Shows the branch that ends at a checkpoint, `undefined`: the newest. What is sent next goes on from there. Outlives a reload. */
  fork(checkpointId: string | undefined): Promise<void>;
  /** Says what the person thinks of a message of the agent, `undefined` takes it back. Shown at once; rejects with a ToolweaveError when the server did not take it, and is as before then. */
  rate(messageId: string, feedback: Feedback | undefined): Promise<void>;
  /** Keeps `branches` in the state up to date until the returned function is called; without, nothing is asked for. */
  watchBranches(): () => void;
  /** Shows another thread (or a new one); the run of the former goes on without this page. */
  open(threadId: string | undefined): Promise<void>;
  /** Whom the next message goes to, as far as it is named here; a run that goes on, or waits, stays with whom it began. Remembered for this thread, and for new ones. */
  choose(choice: RunChoice): void;
  editQueued(id: string, text: string): void;
  removeQueued(id: string): void;
  /** While held, a queued message and those behind it are not sent: the person edits it. Leaving the thread ends it. */
  holdQueued(id: string, isHeld: boolean): void;
  /** What the person is writing: it belongs to the thread, and stays with it. Attachments stay when absent. */
  setDraft(text: string, attachments?: readonly DraftAttachment[]): void;
  /** What the person is writing in another box of the thread (`inputs`), `undefined` when it was given or left. Outlives a reload; goes with the interrupt that it names. */
  keepInput(place: InputPlace, value: unknown): void;
  /** Stops the run, then sends this message first. */
  sendQueuedNow(id: string): Promise<void>;
  /**
   * Answers a call that waits for the person. Must be called from the click itself where the tool needs a gesture.
   * Rejects with `tool_input_invalid` for arguments that do not fit the tool.
   */
  decide(callKey: string, decision: CallDecision): Promise<void>;
  /** What is wrong with arguments that the person wants to put in place of the model's; empty when they fit. */
  argumentFaults(callKey: string, args: unknown): Promise<readonly ArgumentFault[]>;
  /** Tools of this browser that the person said a lasting yes to (`ask-once`). */
  rememberedTools(): Promise<readonly string[]>;
  /** Takes such a yes back: the tool asks again. */
  forgetTool(name: string): Promise<void>;
  /** The state of one path inside a call's growing arguments. */
  stateAt(callKey: string, path: JsonPath): PathState;
  /** Registers browser tools; the returned function takes them back. Throws a TypeError for a name registered twice. */
  registerTools(tools: readonly HeadlessTool[]): () => void;
  /** Leaves: ends streams and timers of this page; runs go on. */
  dispose(): void;
};
