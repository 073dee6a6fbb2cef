import { isNotFound } from "@/lib/errors";
import { type Clock, isAway, type Transport } from "@/lib/transport";

const RETRY_MS = 2_000;
const MAX_DELIVERY_MS = 600_000;
const POLL_MS = 250;
const MAX_POLLS = 40;

/**
 * Delivers a Stop: repeated while the server, or a gateway before it, cannot be asked, at most for 600 s; then waits, at most 10 s, until the
 * run has settled. Rejects when it could not be delivered. Cancels that run and no other.
 */
export async function cancelRun(transport: Transport, threadId: string, runId: string, clock: Clock): Promise<void> {
  await deliver(transport, threadId, runId, clock);
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const active = await transport.activeRun(threadId).catch(() => undefined); // then the state will tell
    if (active?.runId !== runId) return;
    await pause(clock, POLL_MS);
  }
}

async function deliver(transport: Transport, threadId: string, runId: string, clock: Clock): Promise<void> {
  for (const startedAtMs = clock.now(); ; ) {
    try {
      await transport.cancelRun(threadId, runId);
      return;
    } catch (error) {
      // The transport has asked several times: a run that nobody knows does not run.
      if (isNotFound(error)) return;
      if (!isAway(error) || clock.now() - startedAtMs > MAX_DELIVERY_MS) throw error;
    }
    await pause(clock, RETRY_MS);
  }
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(resolve, delayMs);
  });
}
