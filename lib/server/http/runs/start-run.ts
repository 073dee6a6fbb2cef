import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { type Run, type RunRequest, runRequestSchema } from "@/lib/protocol";
import type { AgentGraph } from "../../config";
import type { Idempotency } from "../../persistence/storage";
import { unsupported } from "../../runs/refusals";
import type { Room } from "../../runs/room";
import type { User } from "../../users";
import { takeFiles } from "../attachments/take-files";
import { messagesOf, messagesOfCommand } from "../exchange/limits/message-length";
import { assertShortMessages, assertSmallMetadata, withRoomForThread } from "../exchange/limits/within-limits";
import { badRequest, readBody } from "../exchange/read-request";
import type { AppEnv, Services } from "../services";

const MAX_KEY_CHARACTERS = 200;

/** A run that a request started, or had started before with the same key. `place` is its path, relative to the api. */
export type StartedRun = { readonly run: Run; readonly request: RunRequest; readonly place: string };

/** A request and whose it is. */
export type UserRequest = { readonly raw: Request; readonly user: User };

export function userRequest(context: Context<AppEnv>): UserRequest {
  return { raw: context.req.raw, user: context.var.user };
}

/** A request for a run that has been read, for a thread that may not be there yet. */
export type ReadRun = {
  readonly request: RunRequest;
  /** The model that the request chose. */
  readonly modelId: string | undefined;
  readonly graph: AgentGraph;
  readonly idempotency: Idempotency | undefined;
};

/** Reads a request for a run and starts it on a thread of its user. */
export async function startRun({ raw, user }: UserRequest, threadId: string, services: Services): Promise<StartedRun> {
  const body = await readBody(raw, runRequestSchema, services.maxBodyBytes);
  const read = await readRun(body, raw.headers.get("idempotency-key"), services);
  if (read.request.if_not_exists === "create") await createMissing(threadId, user, services);
  const run = await launchRun(read, { threadId, user }, services);
  return { run, request: read.request, place: `/threads/${threadId}/runs/${run.run_id}` };
}

/**
 * Looks up what a request names. Rejects with `not_found` for an agent, `unsupported` for a model and for what is not served,
 * and `too_large` for a message or metadata.
 */
export async function readRun(request: RunRequest, key: string | null, services: Services): Promise<ReadRun> {
  if (request.after_seconds) throw unsupported("after_seconds", "runs start at once.");
  if (request.webhook) throw unsupported("webhook", "there are no webhooks; follow the run's stream.");
  assertSmallMetadata(request.metadata, services);
  assertShortMessages(messagesOf(request.input, "input"), services);
  assertShortMessages(messagesOfCommand(request.command ?? {}), services);
  const modelId = modelIdOf(request);
  return {
    request,
    modelId,
    graph: await services.agents.graph(request.assistant_id, modelId),
    idempotency: readKey(key, request),
  };
}

/** A thread that is there, and the user's. `room`: where the run's place was reserved before. */
export type RunPlace = { readonly threadId: string; readonly user: User; readonly room?: Room | undefined };

/** Starts a run on a thread that is there. */
export async function launchRun(read: ReadRun, { threadId, user, room }: RunPlace, services: Services): Promise<Run> {
  const { graph, modelId, idempotency } = read;
  const agent = read.request.assistant_id;
  const limit = services.limits.concurrentRuns;
  return takeFiles(services, { threadId, userId: user.userId, agent, modelId }, read.request, (request) =>
    services.runtime.runs.start({ threadId, user, limit, agent, modelId, graph, request, idempotency, room }),
  );
}

/** `config.configurable.model`, as every LangGraph server passes it on to the graph. */
function modelIdOf({ config }: RunRequest): string | undefined {
  const { configurable } = config ?? {};
  if (typeof configurable !== "object" || configurable === null || !("model" in configurable)) return undefined;
  const { model } = configurable;
  if (model === undefined || model === null) return undefined;
  if (typeof model === "string") return model;
  throw badRequest("config.configurable.model must be the id of a model.", "config.configurable.model");
}

async function createMissing(threadId: string, user: User, services: Services): Promise<void> {
  if (!z.uuid().safeParse(threadId).success) throw badRequest("A new thread's id must be a UUID.", "thread_id");
  const { threads } = services.runtime.storage;
  const isNeeded = async () => !(await threads.exists(threadId));
  const create = () => threads.create(threadId, {}, { userId: user.userId });
  await withRoomForThread(services, user, create, { isNeeded });
}

/** The same key with the same body is the same request, however often it comes. */
function readKey(key: string | null, request: RunRequest): Idempotency | undefined {
  if (!key) return undefined;
  if (key.length > MAX_KEY_CHARACTERS) {
    throw badRequest(`Idempotency-Key is longer than ${MAX_KEY_CHARACTERS} characters.`, "Idempotency-Key");
  }
  return { key, digest: createHash("sha256").update(JSON.stringify(request)).digest("hex") };
}
