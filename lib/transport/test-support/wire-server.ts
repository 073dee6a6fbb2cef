import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the server saw it. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
};

/** A real HTTP server on loopback whose answers a test writes itself. */
export type WireServer = {
  readonly apiUrl: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
};

export type Answer = (request: SeenRequest, response: ServerResponse, attempt: number) => void | Promise<void>;

/** `routes` maps `METHOD /path` (query left out, ids as they are) to an answer; `attempt` counts from 1 for each route. */
export async function startWireServer(routes: Readonly<Record<string, Answer>>): Promise<WireServer> {
  const seen: SeenRequest[] = [];
  const attempts = new Map<string, number>();
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const piece of incoming) text += piece;
    const path = incoming.url ?? "";
    const request = { method: incoming.method ?? "", path, headers: incoming.headers, body: text && JSON.parse(text) };
    seen.push(request);
    const route = `${request.method} ${path.split("?")[0]}`;
    const attempt = (attempts.get(route) ?? 0) + 1;
    attempts.set(route, attempt);
    const answer = routes[route];
    if (answer === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("404 Not Found");
    else await answer(request, response, attempt);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

export function sseHead(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
}
