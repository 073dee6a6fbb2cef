export type { AgentSession, CallDecision } from "./agent-session-type";
export { type CallReader, type CallSource, sharedCallSource } from "./call-source";
export { type AgentSessionOptions, createAgentSession } from "./create-agent-session";
export type { RequestFrame } from "./frame-batcher";
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
export { valueAt } from "./value-at";
