import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { type RunStatus, readEvent, type StreamEvent } from "@/lib/protocol";
import { backoffMs } from "./backoff";
import { sleep } from "./clock";
import { isAway } from "./http-client";
import { pauseMsOf, responseError } from "./response-error";
import { createEventFilter, readEventId } from "./sse/event-filter";
import { readSse, type SilenceRules } from "./sse/read-sse";
import type { SseEvent } from "./sse/sse-decoder";
import type { EventBatch, RunStreamOptions } from "./transport";

/** What following needs of its transport. */
export type FollowEnvironment = SilenceRules & {
  readonly random: () => number;
  /** Tries in a row before the run has an id; then the person is asked. */
  readonly maxStartAttempts: number;
  /** Without any event for this long, a known run is given up. */
  readonly maxReconnectMs: number;
  /** Sends the request that starts the run. Absent when the run is only joined. */
  readonly start?: (signal: AbortSignal) => Promise<Response>;
  readonly join: (runId: string, location: string | undefined, after: string, signal: AbortSignal) => Promise<Response>;
  readonly statusOf: (
    runId: string,
    signal: AbortSignal,
  ) => Promise<{ status: RunStatus; error?: { message: string; code?: string | null | undefined } | null | undefined }>;
  /** A run of the thread that is going on: what a repeated start without an idempotency key may have left. */
  readonly activeRun: (signal: AbortSignal) => Promise<string | undefined>;
};

/** No run is left alone for longer, whatever a server asks for. */
const MAX_PAUSE_MS = 60_000;

type Position = { runId: string | undefined; location: string | undefined };

/**
 * Follows one run to its end, over as many connections as it takes. Before the run id is known the start is repeated;
 * after that it only rejoins. Never yields an event twice or one of another run. The last event is `end`.
 * Rejects with `connection_lost` when the bounds of the environment are passed; with the server's refusal; with the
 * signal's reason.
 */
export async function* followRun(
  environment: FollowEnvironment,
  options: RunStreamOptions & { runId?: string; lastEventId?: string },
): AsyncGenerator<EventBatch> {
  const { clock, random } = environment;
  const position: Position = { runId: options.runId, location: undefined };
  const filter = createEventFilter(() => position.runId, options.lastEventId);
  const life = new AbortController();
  const signal = options.signal === undefined ? life.signal : AbortSignal.any([life.signal, options.signal]);
  let attempt = 0;
  let progressAtMs = clock.now();
  let sawEvent = false;
  let sawError = false;

  const learnRun = (runId: string | undefined): void => {
    if (runId === undefined || position.runId !== undefined) return;
    position.runId = runId;
    options.onRun?.(runId);
  };

  async function connect(): Promise<Response> {
    if (position.runId === undefined) return await startOrFind(environment, attempt, signal, learnRun);
    return await environment.join(position.runId, position.location, filter.lastEventId() ?? "-1", signal);
  }

  /** The new ones of the run, up to its `end`. */
  function read(raws: readonly SseEvent[]): { events: EventBatch; isGone: boolean } {
    const events: StreamEvent[] = [];
    for (const raw of raws) {
      if (raw.hasOwnId) learnRun(readEventId(raw.id).run);
      const event = readEvent(raw);
      if (event.event === "metadata") learnRun(event.data.run_id);
      if (isEventsGone(event)) return { events, isGone: true };
      if (!filter.accept(raw)) continue;
      events.push(event);
      if (event.event === "end" && event.namespace.length === 0) break;
    }
    return { events, isGone: false };
  }

  /** The event that says how a settled run ended, or nothing while it goes on. */
  async function settled(): Promise<StreamEvent[] | undefined> {
    if (position.runId === undefined) return undefined;
    const { status, error } = await environment.statusOf(position.runId, signal);
    const ending = endingOf(status, error);
    return sawError ? ending?.slice(-1) : ending;
  }

  try {
    if (position.runId !== undefined) options.onRun?.(position.runId);
    for (;;) {
      let lost: unknown;
      try {
        const response = await connect();
        position.location = wayBack(response.headers.get("location")) ?? position.location;
        learnRun(runIdOf(response.headers.get("content-location")));
        options.onConnection?.({ state: "open" });
        for await (const raws of readSse(bodyOf(response), environment, signal)) {
          const { events, isGone } = read(raws);
          if (events.length > 0) {
            sawEvent = true;
            attempt = 0;
            yield events;
            progressAtMs = clock.now(); // a reader that takes its time is no fault of the connection
            const top = events.filter(({ namespace }) => namespace.length === 0);
            if (top.at(-1)?.event === "end") return;
            sawError ||= top.some(({ event }) => event === "error");
          }
          if (isGone) break; // too far behind: the run goes on, and its status says when it has ended
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        lost = error;
      }
      const isNameless = sawEvent && position.runId === undefined; // begun, but nothing says how to come back
      if (sawError || (isNameless && lost === undefined)) {
        yield [END];
        return;
      }
      if (isNameless) throw lostForGood(lost);
      if (lost !== undefined && !isWorthRetrying(lost, position.runId)) throw lost;
      if (lost === undefined || !isAway(lost)) {
        const ending = await settled().catch((error: unknown) => {
          if (signal.aborted) throw signal.reason;
          if (isAway(error)) return undefined;
          throw lostForGood(error);
        });
        if (ending !== undefined) {
          yield ending;
          return;
        }
        if (isToolweaveError(lost) && lost.code === "events_gone") progressAtMs = clock.now(); // it is going on
      }
      attempt += 1;
      const isOver =
        position.runId === undefined
          ? attempt >= environment.maxStartAttempts
          : clock.now() - progressAtMs > environment.maxReconnectMs;
      if (isOver) throw lostForGood(lost);
      const waitMs = Math.max(backoffMs(attempt, random), Math.min(pauseMsOf(lost), MAX_PAUSE_MS));
      options.onConnection?.({ state: "reconnecting", attempt, waitMs });
      await sleep(clock, waitMs, signal, environment.wake);
    }
  } finally {
    life.abort();
  }
}

/** The events that say how a settled run ended: `end`, behind an `error` where it failed. Undefined while it goes on. */
export function endingOf(
  status: RunStatus,
  error: { message: string; code?: string | null | undefined } | null | undefined,
): StreamEvent[] | undefined {
  if (status === "pending" || status === "running") return undefined;
  if (status !== "error" && status !== "timeout") return [END];
  const message = error?.message ?? "The run failed on the server, and its own words were lost on the way.";
  return [{ event: "error", ...NO_ID, data: { error: status, message, code: error?.code } }, END];
}

/** Starts the run; when an earlier try got through unheard and its run is what makes the thread busy, joins that. */
async function startOrFind(
  { start, join, activeRun }: FollowEnvironment,
  attempt: number,
  signal: AbortSignal,
  learnRun: (runId: string) => void,
): Promise<Response> {
  if (start === undefined) throw new TypeError("followRun needs a runId or a start");
  try {
    return await start(signal);
  } catch (error) {
    if (attempt === 0 || !isToolweaveError(error) || error.code !== "busy") throw error;
    if (error.context.isOurs === true) throw error; // with its key our own run would have been found
    const runId = await activeRun(signal);
    if (runId === undefined) throw error;
    learnRun(runId);
    return await join(runId, undefined, "-1", signal);
  }
}

/** Throws for every response that is not an event stream. */
export async function requireStream(response: Response, wanted: string): Promise<Response> {
  if (!response.ok) throw await responseError(response, wanted);
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream")) return response;
  throw new ToolweaveError(
    "stream_malformed",
    `The server answered ${wanted} with "${type}" in place of an event stream.`,
    {
      context: { status: response.status },
    },
  );
}

function bodyOf(response: Response): ReadableStream<Uint8Array> {
  if (response.body !== null) return response.body;
  throw new ToolweaveError("connection_lost", "The server's answer has no body.");
}

/** Before the run id is known a refusal is final; after it only a broken stream is. */
function isWorthRetrying(error: unknown, runId: string | undefined): boolean {
  if (!isToolweaveError(error)) return false;
  if (error.code === "stream_malformed") return false;
  if (error.code === "rate_limited" && runId === undefined) return false; // our server, which says what the person can do
  return runId !== undefined || isAway(error);
}

/** What our server says, as its last event, to a reader whose next events are not kept any more. */
function isEventsGone({ event, namespace, data }: StreamEvent): boolean {
  return event === "error" && namespace.length === 0 && data.code === "events_gone";
}

function lostForGood(cause: unknown): ToolweaveError {
  return new ToolweaveError(
    "connection_lost",
    "The connection to the server was lost and did not come back. Check the network, then try again.",
    { cause },
  );
}

/** A path below the api's address, as agreed; an address of another kind is not followed. */
function wayBack(location: string | null): string | undefined {
  return location?.startsWith("/threads/") || location?.startsWith("/runs/") ? location : undefined;
}

/** `/threads/T/runs/R`, with a prefix or as a whole address: R. */
function runIdOf(contentLocation: string | null): string | undefined {
  const path = contentLocation?.split(/[?#]/, 1)[0] ?? "";
  const found = path.lastIndexOf("/runs/");
  const runId = found === -1 ? "" : (path.slice(found + "/runs/".length).split("/", 1)[0] ?? "");
  return runId === "" ? undefined : decodeURIComponent(runId);
}

const NO_ID = { namespace: [], id: "" } as const;
const END: StreamEvent = { event: "end", ...NO_ID, data: null };
