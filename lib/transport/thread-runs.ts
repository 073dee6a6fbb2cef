import { type Run, type RunRequest, readRuns } from "@/lib/protocol";
import type { HttpClient } from "./http-client";
import { readJson } from "./read-json";
import { threadPath } from "./thread-paths";
import type { GoingOnRun, NewestRun } from "./transport";

/** In the metadata of a run: the key of its start. */
const START_KEY = "toolweave_start_key";

/** Servers list runs in either order and page differently, so each status is asked for on its own. */
export async function findActiveRun(
  client: HttpClient,
  threadId: string,
  signal: AbortSignal | undefined,
): Promise<GoingOnRun | undefined> {
  const lists = await Promise.all(
    (["running", "pending"] as const).map(async (status) => {
      const response = await client.ask(`${threadPath(threadId)}/runs?limit=10&status=${status}`, { signal });
      return readJson(response, readRuns).filter((run) => run.status === status);
    }),
  );
  const newest = lists.flat().sort((a, b) => (a.created_at < b.created_at ? 1 : -1))[0];
  if (newest === undefined) return undefined;
  const startKey = newest.metadata?.[START_KEY];
  const goingOn = { runId: newest.run_id, status: newest.status };
  return typeof startKey === "string" ? { ...goingOn, startKey } : goingOn;
}

/** No server tells a run's idempotency key, but each tells its metadata. */
export function withStartKey(request: RunRequest, key: string): RunRequest {
  return { ...request, metadata: { ...request.metadata, [START_KEY]: key } };
}

/** The first of the list on servers that page newest first, as ours does; a short list is sorted, whatever its order. */
export async function findNewestRun(
  client: HttpClient,
  threadId: string,
  signal: AbortSignal | undefined,
): Promise<NewestRun | undefined> {
  const runs = readJson(await client.ask(`${threadPath(threadId)}/runs?limit=10`, { signal }), readRuns);
  const newest = runs.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  return newest && toStanding(newest);
}

export function toStanding({ run_id: runId, status, error }: Run): NewestRun {
  return error ? { runId, status, error } : { runId, status };
}
