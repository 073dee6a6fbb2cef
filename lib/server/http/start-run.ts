import { createHash } from "node:crypto";
import { z } from "zod";
import { type Run, type RunRequest, runRequestSchema } from "@/lib/protocol";
import { checkpointIdOf } from "../runs/prepare-run";
import { badRequest, readBody } from "./read-request";
import type { Services } from "./services";
import { requireCheckpoint } from "./thread-states";

const MAX_KEY_CHARACTERS = 200;

/** A run that a request started, or had started before with the same key. `place` is its path, relative to the api. */
export type StartedRun = { readonly run: Run; readonly request: RunRequest; readonly place: string };

/** Reads a request for a run and starts it. */
export async function startRun(raw: Request, threadId: string, services: Services): Promise<StartedRun> {
  const { runtime, agents, maxBodyBytes } = services;
  const { storage, runs } = runtime;
  const request = await readBody(raw, runRequestSchema, maxBodyBytes);
  const idempotency = readKey(raw, request);
  const graph = await agents.graph(request.assistant_id);
  if (request.if_not_exists === "create") await createMissing(threadId, services);
  const checkpointId = checkpointIdOf(request);
  if (checkpointId !== undefined) await requireCheckpoint(storage.saver, threadId, checkpointId);
  const run = await runs.start({ threadId, agent: request.assistant_id, graph, request, idempotency });
  return { run, request, place: `/threads/${threadId}/runs/${run.run_id}` };
}

async function createMissing(threadId: string, { runtime }: Services): Promise<void> {
  if (!z.uuid().safeParse(threadId).success) throw badRequest("A new thread's id must be a UUID.", "thread_id");
  await runtime.storage.threads.create(threadId, {});
}

/** The same key with the same body is the same request, however often it comes. */
function readKey(raw: Request, request: RunRequest): { key: string; digest: string } | undefined {
  const key = raw.headers.get("idempotency-key");
  if (!key) return undefined;
  if (key.length > MAX_KEY_CHARACTERS) {
    throw badRequest(`Idempotency-Key is longer than ${MAX_KEY_CHARACTERS} characters.`, "Idempotency-Key");
  }
  return { key, digest: createHash("sha256").update(JSON.stringify(request)).digest("hex") };
}
