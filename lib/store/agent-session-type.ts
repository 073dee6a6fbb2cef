import type { StoreApi } from "zustand/vanilla";
import type { HeadlessTool } from "@/lib/headless";
import type { JsonPath, PathState } from "@/lib/partial-json";
import type { DraftAttachment } from "./outbox/draft";
import type { SessionState } from "./session-state";
import type { Tabs } from "./tabs/tabs";

/** What a person decides about a headless call that waits for them. */
export type CallDecision = { readonly type: "approve" } | { readonly type: "decline"; readonly reason?: string };

/** One thread on one page: its state, and what can be done with it. One per page, not one per component. */
export type AgentSession = {
  readonly store: StoreApi<SessionState>;
  /** News of the other tabs of this browser, and to them. */
  readonly tabs: Tabs;
  /** Sends, queues while a run is busy, or answers a question; docs/architecture.md, sending while busy. Creates the thread when there is none. */
  submit(text: string): Promise<void>;
  /** Stops the run; what was produced stays. A stop before the run id is known is kept until it can be delivered. */
  stop(): Promise<void>;
  /** Runs the last turn again after a problem. */
  retry(): Promise<void>;
  /** Shows another thread (or a new one); the run of the former goes on without this page. */
  open(threadId: string | undefined): Promise<void>;
  editQueued(id: string, text: string): void;
  removeQueued(id: string): void;
  /** While held, a queued message and those behind it are not sent: the person edits it. Leaving the thread ends it. */
  holdQueued(id: string, isHeld: boolean): void;
  /** What the person is writing: it belongs to the thread, and stays with it. Attachments stay when absent. */
  setDraft(text: string, attachments?: readonly DraftAttachment[]): void;
  /** Stops the run, then sends this message first. */
  sendQueuedNow(id: string): Promise<void>;
  /** Answers a headless call that waits for the person. Must be called from the click itself where the tool needs a gesture. */
  decide(callKey: string, decision: CallDecision): Promise<void>;
  /** The state of one path inside a call's growing arguments. */
  stateAt(callKey: string, path: JsonPath): PathState;
  /** Registers browser tools; the returned function takes them back. Throws a TypeError for a name registered twice. */
  registerTools(tools: readonly HeadlessTool[]): () => void;
  /** Leaves: ends streams and timers of this page; runs go on. */
  dispose(): void;
};
