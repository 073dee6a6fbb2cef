import type { Interrupt, Run, ThreadStatus } from "@/lib/protocol";
import type { Idempotency } from "../storage";
import type { StoredValues } from "../thread-values";

/** A thread as it is kept. Nothing in it is ever changed in its place, so that it may be handed out. */
export type ThreadRow = {
  readonly thread_id: string;
  readonly userId: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: ThreadStatus;
  readonly metadata: Record<string, unknown>;
  readonly interrupts: Record<string, Interrupt[]>;
  readonly isTemporary: boolean;
  /** The newest attempt; what comes with a lower one is refused. */
  readonly fence: number;
  readonly values?: StoredValues | undefined;
};

export type RunRow = { readonly run: Run; readonly idempotency?: Idempotency | undefined };

export type ClaimRow = {
  readonly holder: string;
  readonly expiresAtMs: number;
  readonly previousHolder?: string | undefined;
};

/** What a storage in memory holds besides checkpoints; each in the order in which it came. */
export type MemoryRows = {
  readonly threads: Map<string, ThreadRow>;
  readonly runs: Map<string, RunRow>;
  /** By thread, then by interrupt. */
  readonly claims: Map<string, Map<string, ClaimRow>>;
  /** The highest fence that was ever given: none comes a second time, also when the thread that had it is gone. */
  lastFence: number;
};

export function createMemoryRows(): MemoryRows {
  return { threads: new Map(), runs: new Map(), claims: new Map(), lastFence: 0 };
}

/** Changes a thread that is there; does nothing where there is none. */
export function changeThread({ threads }: MemoryRows, threadId: string, change: Partial<ThreadRow>): void {
  const row = threads.get(threadId);
  if (row) threads.set(threadId, { ...row, ...change });
}

/** Changes a run that is there; does nothing where there is none. */
export function changeRun({ runs }: MemoryRows, runId: string, change: Partial<Run>): void {
  const row = runs.get(runId);
  if (row) runs.set(runId, { ...row, run: { ...row.run, ...change, updated_at: new Date().toISOString() } });
}
