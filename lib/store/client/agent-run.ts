import type { Interrupt, StreamEvent } from "@/lib/protocol";
import type { RunProjections } from "./run-projections";

/** A run on the server, as this client reads it. */
export type AgentRun = RunProjections & {
  readonly threadId: string;
  /** As soon as the server has it. Rejects when the run could not be started. */
  readonly runId: Promise<string>;
  /** Every event as it came. */
  readonly events: AsyncIterable<StreamEvent>;
  /** The thread's state when the run has settled, also by an interrupt or a stop. Rejects with the run's error. */
  readonly output: Promise<unknown>;
  /** What the run waits for, as far as was read. Answer with `client.run({ threadId, command: { resume } })`. */
  readonly interrupts: readonly Interrupt[];
  /** True when there are interrupts. */
  readonly interrupted: boolean;
  /** Stops the run on the server; what it said stays, and its iterables end. Kept until it can be delivered. */
  stop(): Promise<void>;
  /** Leaves for good: iterables end, the run goes on without this reader; `client.join` reads it again. */
  detach(): void;
};
