export type { AgentSession, CallDecision } from "./agent-session-type";
export { type CallReader, type CallSource, sharedCallSource } from "./call-source";
export { type AgentSessionOptions, createAgentSession } from "./create-agent-session";
export type { RequestFrame } from "./frame-batcher";
export type { Draft, DraftAttachment } from "./outbox/draft";
export { createBrowserOutboxStore, type OutboxStore } from "./outbox/outbox-store";
export type { CustomEvent } from "./session-environment";
export type {
  AgentStatus,
  CallPhase,
  CallState,
  ChatMessage,
  Question,
  QueuedMessage,
  RunProblem,
  SessionState,
} from "./session-state";
export type { TabNews } from "./tabs/tab-news";
export { browserTabs, type Tabs } from "./tabs/tabs";
export { defaultAgent } from "./thread/agent-name";
export { valueAt } from "./value-at";
