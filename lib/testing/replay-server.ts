import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { providerError } from "./provider-error";
import { OWN_STREAMS_DIRECTORY, type RecordedStream, readRecordedStreams } from "./recorded-streams";

/** How bodies are sent; may be changed while the server runs. */
export type ReplayBehaviour = {
  /** Cuts a body into writes of so many bytes, inside characters and events alike. 0: one write. */
  readonly chunkBytes: number;
  /** Waits between two writes. */
  readonly delayMs: number;
  /**
   * `in-order`: a flow answers turn 1, 2, … whatever is asked, until reset. `by-history`: the turn follows from the
   * number of assistant messages in the request, so that threads, retries and parallel tests do not disturb each other.
   */
  readonly turns: "in-order" | "by-history";
  /** Answers with this HTTP status instead, also to a request for the list of models. */
  readonly status: number | undefined;
  /** Closes the connection after so many bytes of a body. */
  readonly breakOffAfterBytes: number | undefined;
  /** How many requests fail in the way above; then they work again. */
  readonly failures: number;
};

/** A request as it arrived. */
type ReplayedRequest = { readonly method: string; readonly url: string; readonly body: string };

/** A provider made of recorded bodies, on loopback. */
export type ReplayServer = {
  /** `http://127.0.0.1:<port>`; a provider's address is `<url>/<flow or stream name>`, with `/v1` for OpenAI. */
  readonly url: string;
  readonly streams: readonly RecordedStream[];
  readonly requests: readonly ReplayedRequest[];
  set(behaviour: Partial<ReplayBehaviour>): void;
  /** Flows begin at turn 1 again, behaviour is as at the start, the list of requests is empty. */
  reset(): void;
  close(): Promise<void>;
};

const DEFAULT_BEHAVIOUR: ReplayBehaviour = {
  chunkBytes: 0,
  delayMs: 0,
  turns: "in-order",
  status: undefined,
  breakOffAfterBytes: undefined,
  failures: Number.POSITIVE_INFINITY,
};

/**
 * Serves recorded response bodies byte for byte: `/<flow>/<anything>` answers with the flow's next turn,
 * `/<stream>/<anything>` with that body, `GET …/models` with a short list, `/<flow>/__reset` starts the flow over.
 * A failing request does not use up a turn. `directory` defaults to our own streams; `port` 0 takes a free one.
 */
export async function startReplayServer(
  options: Partial<ReplayBehaviour> & { directory?: string; port?: number } = {},
): Promise<ReplayServer> {
  const { directory = OWN_STREAMS_DIRECTORY, port = 0, ...given } = options;
  const streams = readRecordedStreams(directory);
  const initial = { ...DEFAULT_BEHAVIOUR, ...given };
  let behaviour = initial;
  const positions = new Map<string, number>();
  const requests: ReplayedRequest[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const url = request.url ?? "/";
    requests.push({ method: request.method ?? "", url, body });
    const key = decodeURIComponent(url.split("/")[1]?.split("?")[0] ?? "");
    if (url.endsWith("/__reset")) {
      positions.delete(key);
      return sendJson(response, 200, { ok: true });
    }
    const found = findTurns(streams, key);
    const { status, breakOffAfterBytes } = behaviour.failures > 0 ? behaviour : DEFAULT_BEHAVIOUR;
    if (status !== undefined) {
      behaviour = { ...behaviour, failures: behaviour.failures - 1 };
      return sendJson(response, status, providerError(found[0]?.api, status));
    }
    if (request.method === "GET" && /\/models(\?|$)/.test(url)) return sendJson(response, 200, MODELS);
    const position = behaviour.turns === "by-history" ? countAnswers(body) : (positions.get(key) ?? 0);
    const stream = found[position];
    if (!stream) return sendJson(response, 404, providerError(found[0]?.api, 404));
    if (breakOffAfterBytes === undefined) positions.set(key, position + 1);
    else behaviour = { ...behaviour, failures: behaviour.failures - 1 };
    return sendBody(response, stream, { ...behaviour, breakOffAfterBytes });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  // A server that listens on a TCP port has an address of this shape.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    streams,
    requests,
    set(change) {
      behaviour = { ...behaviour, ...change };
    },
    reset() {
      behaviour = initial;
      positions.clear();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const MODELS = { object: "list", data: [{ id: "recorded", object: "model", type: "model", display_name: "Recorded" }] };

function findTurns(streams: readonly RecordedStream[], key: string): RecordedStream[] {
  const turns = streams.filter((stream) => stream.flow?.id === key);
  turns.sort((a, b) => (a.flow?.turn ?? 0) - (b.flow?.turn ?? 0));
  return turns.length > 0 ? turns : streams.filter((stream) => stream.name === key);
}

async function sendBody(response: ServerResponse, stream: RecordedStream, behaviour: ReplayBehaviour): Promise<void> {
  const whole = readFileSync(stream.path);
  const bytes = whole.subarray(0, behaviour.breakOffAfterBytes ?? whole.length);
  response.writeHead(200, {
    "content-type": stream.content_type || "text/event-stream",
    "cache-control": "no-cache",
    "request-id": "req_replay",
  });
  response.socket?.setNoDelay(true);
  const size = behaviour.chunkBytes || Math.max(1, bytes.length);
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    await write(response, bytes.subarray(start, start + size));
    await (behaviour.delayMs > 0 ? setTimeout(behaviour.delayMs) : setImmediate());
  }
  if (behaviour.breakOffAfterBytes === undefined) response.end();
  else response.destroy();
}

/** Resolves when the bytes left this process, or the other side has gone. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_replay" });
  response.end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** How many answers the model has already given in this conversation. */
function countAnswers(body: string): number {
  const { messages }: { messages?: { role?: string }[] } = JSON.parse(body);
  return (messages ?? []).filter(({ role }) => role === "assistant").length;
}
