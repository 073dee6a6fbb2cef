import { isToolweaveError } from "@/lib/errors";
import type { ResumeBatch } from "@/lib/headless";
import { type Clock, isAway, type Transport } from "@/lib/transport";
import type { RunTarget } from "../choice/run-target";
import { resumeRequest } from "./run-request";

const RETRY_MS = 2_000;
const MAX_ATTEMPTS = 150;

/**
 * Sends answers for a thread that is not shown any more: the run is started and left, it goes on by itself.
 * Resolves true when the server took them, or had them already. False after five minutes of trying, and once `isWanted`
 * says no: the thread is shown again and they were sent from there, stopped, or made anew. The journal still has them.
 */
export async function deliverAlone(
  { transport, target, clock }: { transport: Transport; target: () => Promise<RunTarget>; clock: Clock },
  threadId: string,
  { resume, id }: ResumeBatch,
  isForked: boolean,
  isWanted: () => boolean,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    let isTaken = false;
    const leave = new AbortController();
    const onRun = () => {
      isTaken = true;
      leave.abort();
    };
    try {
      const request = resumeRequest(await target(), resume, isForked);
      if (!isWanted()) return false;
      const events = transport.startRun(threadId, request, {
        idempotencyKey: id,
        onRun,
        signal: leave.signal,
      });
      for await (const _events of events) if (isTaken) break;
      return true;
    } catch (error) {
      if (isTaken || (isToolweaveError(error) && error.code === "interrupt_not_pending")) return true;
      const isBusy = isToolweaveError(error) && error.code === "busy";
      if (!isBusy && !isAway(error)) return false;
    }
    await new Promise<void>((resolve) => {
      clock.setTimer(resolve, RETRY_MS);
    });
  }
  return false;
}
