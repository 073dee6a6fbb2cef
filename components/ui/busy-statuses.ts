import type { AgentStatus } from "@/lib/store";

/** A run is going on here, whatever it is doing. */
export const BUSY_STATUSES: ReadonlySet<AgentStatus> = new Set([
  "submitting",
  "streaming",
  "running-client-tool",
  "reconnecting",
  "stopping",
]);
