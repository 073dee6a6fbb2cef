import type { KeptStop } from "../outbox/outbox";

/** Whether this is the run that the Stop was pressed for. */
export function isToStop(
  stop: KeptStop | undefined,
  run: { readonly runId: string | undefined; readonly startKey?: string | undefined },
): boolean {
  if (stop === undefined) return false;
  if (stop.runId !== undefined) return stop.runId === run.runId;
  return stop.startKey !== undefined && stop.startKey === run.startKey;
}
