import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { Handlers } from "../create-handlers";

/** A real HTTP server on loopback in front of handlers. */
export type LoopbackServer = { readonly url: string; close(): Promise<void> };

/** Serves handlers on a free port. Closing cuts what is still connected. */
export async function serve(handlers: Handlers): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    answer(handlers, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers one request of a plain Node server. */
export async function answer(handlers: Handlers, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: incoming.headers as Record<string, string>,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
  const response = await handlers.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (!response.body) return void outgoing.end();
  const reader = response.body.getReader();
  outgoing.on("close", () => reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return void outgoing.end();
    if (!outgoing.write(value)) await new Promise((resolve) => outgoing.once("drain", resolve));
  }
}
