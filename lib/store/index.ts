export type { AgentSession, CallDecision } from "./agent-session-type";
export type { BranchStore } from "./branches/branch-store";
export type { RunChoice } from "./choice/run-choice";
export type { AgentRun } from "./client/agent-run";
export {
  type AgentClient,
  type AgentClientOptions,
  type AgentRunRequest,
  createAgentClient,
} from "./client/create-agent-client";
export type { SpokenText } from "./client/reading/spoken-text";
export type { RunMessage } from "./client/run-message";
export type { Interleaved, RunItems, RunProjections, RunSubagent, RunSubagentCause } from "./client/run-projections";
export type { RunToolCall } from "./client/run-tool-call";
export { type AgentSessionOptions, createAgentSession } from "./create-agent-session";
export type { RequestFrame } from "./frame-batcher";
export type { Draft, DraftAttachment } from "./outbox/draft";
export { type InputPlace, inputAt, type KeptInput } from "./outbox/kept-input";
export { createBrowserOutboxStore, type OutboxStore } from "./outbox/outbox-store";
export { createPageSession, type PageSession, type PageSessionOptions } from "./page/create-page-session";
export type { Part } from "./page/part";
export type { NamedEvent } from "./projections/custom-events";
export type { Subagent } from "./projections/subagent-list";
export type { UsageTotals } from "./projections/usage-totals";
export { type RunCallbacks, type RunEnd, type RunInfo, watchRuns } from "./run-watch";
export type { CustomEvent } from "./session-environment";
export type {
  AgentStatus,
  CallPhase,
  CallRefusal,
  CallState,
  ChatMessage,
  MessageBranches,
  PendingInterrupt,
  Question,
  QueuedMessage,
  RunProblem,
  SessionState,
} from "./session-state";
export { type CallReader, type CallSource, sharedCallSource } from "./source/call-source";
export type { TabNews } from "./tabs/tab-news";
export { browserTabs, type Tabs } from "./tabs/tabs";
export { defaultAgent } from "./thread/agent-name";
export type { MessageHit, MessageHits } from "./thread/messages/message-search";
export { valueAt } from "./value-at";
export type { MessageMedia } from "./view/attached-media";
export type { Citation } from "./view/citations";
export type { MessageSource, ServerToolCall } from "./view/content-extras";
