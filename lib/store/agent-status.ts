import type { AgentStatus } from "./session-state";

/** Everything that decides what the status line says. */
export type StatusFacts = {
  readonly hasProblem: boolean;
  readonly isStopping: boolean;
  readonly isReconnecting: boolean;
  /** A call waits for the person or for a tab that has its tool, or the graph asked a question. */
  readonly isAwaitingHuman: boolean;
  readonly isRunningTool: boolean;
  readonly run: "none" | "submitting" | "streaming";
};

/** The status machine (docs/architecture.md): when several hold, the first of this order is shown. */
export function agentStatus(facts: StatusFacts): AgentStatus {
  if (facts.hasProblem) return "error";
  if (facts.isStopping) return "stopping";
  if (facts.isReconnecting) return "reconnecting";
  if (facts.isAwaitingHuman) return "awaiting-human";
  if (facts.isRunningTool) return "running-client-tool";
  return facts.run === "none" ? "idle" : facts.run;
}
