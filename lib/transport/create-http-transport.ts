import { isNotFound, isToolweaveError } from "@/lib/errors";
import {
  type RunRequest,
  readAssistants,
  readClaim,
  readInfo,
  readMessagesPage,
  readRun,
  readThread,
  readThreadState,
  readThreadStates,
  readThreads,
} from "@/lib/protocol";
import { createAttachmentTransport } from "./attachments/attachment-transport";
import { type Clock, systemClock } from "./clock";
import { createUuid } from "./create-uuid";
import { type FollowEnvironment, followRun, requireStream } from "./follow-run";
import { createHttpClient, type HttpClient, isPassing } from "./http-client";
import { readJson } from "./read-json";
import { pathPart, runPath, threadPath } from "./thread-paths";
import { findActiveRun, findNewestRun, toStanding, withStartKey } from "./thread-runs";
import type { EventBatch, Transport } from "./transport";
import { browserWake, type WakeSource } from "./wake";

export type HttpTransportOptions = {
  /** Where the server's routes begin: absolute, or relative to the page ("/api"). */
  readonly apiUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with every request; a function is asked each time. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** Time, chance and signs of life; the browser's own where absent. */
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly wake?: WakeSource;
  readonly createUuid?: () => string;
  readonly limits?: Partial<StreamLimits>;
};

/** All of a thread but its state, which is by far the largest. */
const BARE_THREAD = ["thread_id", "created_at", "updated_at", "metadata", "status"];

/** The bounds of a run's connection. */
export type StreamLimits = {
  readonly maxSilenceMs: number;
  readonly wakeSilenceMs: number;
  readonly maxStartAttempts: number;
  readonly maxReconnectMs: number;
};

const LIMITS: StreamLimits = {
  maxSilenceMs: 40_000,
  wakeSilenceMs: 20_000,
  maxStartAttempts: 6,
  maxReconnectMs: 600_000,
};

/**
 * A transport over HTTP to any LangGraph server. Nothing is stored and nothing is sent before the first call.
 * Source: docs/architecture.md, the wire.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { clock = systemClock, random = Math.random, wake = browserWake } = options;
  const limits = { ...LIMITS, ...options.limits };
  const newUuid = options.createUuid ?? createUuid;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const headers = () => (typeof options.headers === "function" ? options.headers() : (options.headers ?? {}));
  const client = createHttpClient(options.apiUrl, headers, { fetch, clock, random });

  function follow(
    threadId: string,
    request: RunRequest | undefined,
    followed: Parameters<typeof followRun>[1] & { idempotencyKey?: string },
    asked: Asked | undefined = request,
  ): AsyncGenerator<EventBatch> {
    const key = followed.idempotencyKey ?? newUuid();
    const environment = followEnvironment(
      client,
      threadId,
      { request, asked, key },
      {
        clock,
        random,
        wake,
        ...limits,
      },
    );
    return followRun(environment, followed);
  }

  return {
    account: {
      exportUrl: client.addressOf("/users/me/export"),
      checkExport: async () => {
        await client.ask("/users/me/export", { method: "HEAD" });
      },
      deleteAll: async () => {
        const { text } = await client.ask("/users/me", { method: "DELETE" });
        return { isScrubbed: text === "" };
      },
    },

    attachments: createAttachmentTransport(headers, client),

    info: async (signal) => readJson(await client.ask("/info", { signal }), readInfo),

    createThread: async ({ threadId = newUuid(), metadata = {} } = {}) =>
      readJson(
        await client.ask("/threads", {
          method: "POST",
          body: { thread_id: threadId, metadata, if_exists: "do_nothing" },
        }),
        readThread,
      ),

    searchThreads: async (request, signal) => {
      const response = await client.ask("/threads/search", { method: "POST", body: request, signal });
      const threads = readJson(response, readThreads);
      const next = nextOffset(
        response.headers.get("x-pagination-next"),
        request.offset ?? 0,
        request.limit ?? 10,
        threads,
      );
      return next === undefined ? { threads } : { threads, next };
    },

    getMetadata: async (threadId, signal) => {
      const body = { ids: [threadId], limit: 1, select: BARE_THREAD };
      const [found] = readJson(await client.ask("/threads/search", { method: "POST", body, signal }), readThreads);
      if (found?.thread_id === threadId) return found.metadata ?? {};
      // a server that does not search by id gives any thread, or none
      return readJson(await client.ask(threadPath(threadId), { signal }), readThread).metadata ?? {};
    },

    updateThread: async (threadId, metadata) =>
      readJson(await client.ask(threadPath(threadId), { method: "PATCH", body: { metadata } }), readThread),

    deleteThread: async (threadId) => {
      await client.ask(threadPath(threadId), { method: "DELETE" }).catch(unlessNotFound);
    },

    getState: async (threadId, signal, { checkpointId, messagesSince, lastMessages } = {}) => {
      const place = checkpointId === undefined ? "" : `/${pathPart(checkpointId)}`;
      const query = new URLSearchParams();
      if (messagesSince !== undefined) query.set("messages_since", messagesSince);
      if (lastMessages !== undefined) query.set("last_messages", `${lastMessages}`);
      const path = `${threadPath(threadId)}/state${place}${query.size > 0 ? `?${query}` : ""}`;
      return readJson(await client.ask(path, { signal }), readThreadState);
    },

    getHistory: async (threadId, limit, signal, before) => {
      const body = before === undefined ? { limit } : { limit, before: { configurable: { checkpoint_id: before } } };
      const answer = await client.ask(`${threadPath(threadId)}/history`, { method: "POST", body, signal });
      return readJson(answer, readThreadStates);
    },

    getMessages: async (threadId, query, signal) => {
      const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
      const path = `${threadPath(threadId)}/messages?${new URLSearchParams(given)}`;
      try {
        return readJson(await client.ask(path, { signal }), readMessagesPage);
      } catch (error) {
        if (isForeignRoute(error)) return undefined;
        throw error;
      }
    },

    startRun: (threadId, request, options) => follow(threadId, request, options ?? {}),

    joinRun: (threadId, runId, { asked, ...options } = {}) => follow(threadId, undefined, { ...options, runId }, asked),

    createRun: async (threadId, request, { idempotencyKey = newUuid(), signal } = {}) => {
      const headers = { "idempotency-key": idempotencyKey };
      const path = `${threadPath(threadId)}/runs`;
      const body = withStartKey(request, idempotencyKey);
      return readJson(await client.ask(path, { method: "POST", body, headers, signal }), readRun).run_id;
    },

    activeRun: (threadId, signal) => findActiveRun(client, threadId, signal),

    newestRun: (threadId, signal) => findNewestRun(client, threadId, signal),

    getRun: async (threadId, runId, signal) =>
      toStanding(readJson(await client.ask(runPath(threadId, runId), { signal }), readRun)),

    getAssistants: async (limit, signal) =>
      readJson(await client.ask("/assistants/search", { method: "POST", body: { limit }, signal }), readAssistants),

    cancelRun: async (threadId, runId) => {
      const path = `${runPath(threadId, runId)}/cancel?wait=0&action=interrupt`;
      // A run that was just started may not be known everywhere yet: a 404 is asked again before it counts.
      await client.ask(path, { method: "POST", retriesStatus: (status) => status === 404 || isPassing(status) });
    },

    claimInterrupt: async (threadId, interruptId, holder) => {
      const path = `${threadPath(threadId)}/interrupts/${encodeURIComponent(interruptId)}/claim`;
      try {
        return readJson(await client.ask(path, { method: "POST", body: { holder } }), readClaim);
      } catch (error) {
        if (isForeignRoute(error)) return undefined;
        throw error;
      }
    },
  };
}

type Asked = Pick<RunRequest, "stream_mode" | "stream_subgraphs">;

function followEnvironment(
  client: HttpClient,
  threadId: string,
  { request, asked, key }: { request: RunRequest | undefined; asked: Asked | undefined; key: string },
  surroundings: StreamLimits & Pick<FollowEnvironment, "clock" | "random" | "wake">,
): FollowEnvironment {
  const path = `${threadPath(threadId)}/runs/stream`;
  const open = async (path: string, init: Parameters<HttpClient["open"]>[1]) =>
    requireStream(await client.open(path, init), `${init.method ?? "GET"} ${path}`);
  const maxWaitMs = surroundings.maxSilenceMs;
  const shared: Omit<FollowEnvironment, "start"> = {
    ...surroundings,
    join: (runId, location, after, signal) =>
      open(joinPath(location ?? `${runPath(threadId, runId)}/stream`, asked), {
        headers: { "last-event-id": after },
        signal,
        maxWaitMs,
      }),
    statusOf: async (runId, signal) => readJson(await client.ask(runPath(threadId, runId), { signal }), readRun),
    activeRun: async (signal) => (await findActiveRun(client, threadId, signal))?.runId,
  };
  if (request === undefined) return shared;
  const start = (signal: AbortSignal) =>
    open(path, {
      method: "POST",
      body: withStartKey(request, key),
      headers: { "idempotency-key": key },
      signal,
      maxWaitMs,
    });
  return { ...shared, start };
}

/** The way back asks for what the start asked for, subgraphs included. */
function joinPath(path: string, asked: Asked | undefined): string {
  const [bare = "", search = ""] = path.split("?", 2);
  const query = new URLSearchParams(search);
  if (!query.has("cancel_on_disconnect")) query.set("cancel_on_disconnect", "0");
  if (!query.has("stream_mode"))
    for (const mode of [asked?.stream_mode ?? []].flat()) query.append("stream_mode", mode);
  if (asked?.stream_subgraphs && !query.has("stream_subgraphs")) query.set("stream_subgraphs", "true");
  return `${bare}?${query}`;
}

function nextOffset(
  header: string | null,
  offset: number,
  limit: number,
  page: readonly unknown[],
): number | undefined {
  const next = header === null ? Number.NaN : Number(header);
  if (Number.isSafeInteger(next) && next > offset) return next;
  return header === null && page.length === limit ? offset + limit : undefined;
}

/** An unknown route, not an unknown thread: that would be said in our own words. */
function isForeignRoute(error: unknown): boolean {
  if (!isToolweaveError(error) || error.context.isOurs === true) return false;
  return error.context.status === 404 || error.context.status === 405 || error.code === "unsupported";
}

function unlessNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
