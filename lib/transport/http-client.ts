import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { backoffMs } from "./backoff";
import { type Clock, sleep } from "./clock";
import { pauseMsOf, responseError } from "./response-error";

/** Everything that a transport takes from its surroundings. */
export type HttpSurroundings = {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
};

export type HttpRequest = {
  readonly method?: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

/** A whole answer: nothing of it is still on its way. */
export type HttpAnswer = { readonly text: string; readonly headers: Headers };

export type HttpClient = {
  /** Where a path of the api is. */
  addressOf(path: string): string;
  /** One try at a stream. Resolves with the response once its headers are here, whatever the status. Rejects with `connection_lost`. */
  open(path: string, request: HttpRequest & { maxWaitMs: number }): Promise<Response>;
  /**
   * A request that does no harm when repeated: network failures and busy gateways are tried again, each try at most
   * 30 s, and not before `retry-after`; where that is more than 2 s, it rejects. Rejects with a ToolweaveError for every status that is not a success.
   */
  ask(path: string, request?: HttpRequest & { retriesStatus?: (status: number) => boolean }): Promise<HttpAnswer>;
};

const MAX_ATTEMPTS = 4;
const MAX_WAIT_MS = 30_000;
/** A server that wants to be left alone for longer (`retry-after`) is not asked again before its words are passed on. */
const MAX_PAUSE_MS = 2_000;

/** Statuses behind which nobody has worked on the request. */
export function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** The server cannot be asked now: the network, a gateway before it, or its own restart. What it has goes on. */
export function isAway(error: unknown): boolean {
  if (!isToolweaveError(error)) return false;
  const { status } = error.context;
  return error.code === "connection_lost" || (typeof status === "number" && isPassing(status));
}

export function createHttpClient(
  apiUrl: string,
  headers: () => Readonly<Record<string, string>>,
  { fetch, clock, random }: HttpSurroundings,
): HttpClient {
  const base = apiUrl.replace(/\/$/, "");
  const addressOf = (path: string) => `${base}${path}`;

  async function send<Result>(
    path: string,
    request: HttpRequest & { maxWaitMs: number },
    use: (response: Response) => Promise<Result> | Result,
  ): Promise<Result> {
    const limit = new AbortController();
    const cancelTimer = clock.setTimer(() => limit.abort(), request.maxWaitMs);
    const signals = request.signal === undefined ? [limit.signal] : [limit.signal, request.signal];
    try {
      const response = await fetch(addressOf(path), {
        method: request.method ?? "GET",
        headers: {
          ...headers(),
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: AbortSignal.any(signals),
      });
      return await use(response);
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      if (isToolweaveError(error)) throw error;
      throw new ToolweaveError("connection_lost", "The server could not be reached.", { cause: error });
    } finally {
      cancelTimer();
    }
  }

  async function ask(
    path: string,
    { retriesStatus = isPassing, ...request }: HttpRequest & { retriesStatus?: (status: number) => boolean } = {},
  ): Promise<HttpAnswer> {
    const wanted = `${request.method ?? "GET"} ${path}`;
    let pauseMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(path, { ...request, maxWaitMs: MAX_WAIT_MS }, async (response) => {
          if (!response.ok) throw await responseError(response, wanted);
          return { text: await response.text(), headers: response.headers };
        });
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isToolweaveError(error)) throw error;
        pauseMs = pauseMsOf(error);
        if (pauseMs > MAX_PAUSE_MS) throw error;
        const { status } = error.context;
        if (typeof status === "number" ? !retriesStatus(status) : error.code !== "connection_lost") throw error;
      }
      await sleep(clock, Math.max(pauseMs, backoffMs(attempt, random)), request.signal);
    }
  }

  return { addressOf, open: (path, request) => send(path, request, (response) => response), ask };
}
