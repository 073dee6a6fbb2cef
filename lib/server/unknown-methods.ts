import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

const TAKEN: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers methods that nothing here takes with 501, on every HTTP server of this process that gets a request from now on. Next
 * makes a `Request` of whatever comes, which for some (`TRACE`) there is none, and fails on them with a bare 500.
 */
export function refuseUnknownMethods(): void {
  const guarded = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server }; // as Node's documentation of the channel has it
    if (!guarded.has(server)) guard(server); // in time for this request: its listeners are called after this
    guarded.add(server);
  });
}

function guard(server: Server): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { method = "" } = request;
    if (!TAKEN.includes(method)) return refuse(response, method);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

function refuse(response: ServerResponse, method: string): void {
  const message = `${method} is not served here. Served: ${TAKEN.join(", ")}.`;
  response.writeHead(501, {
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    allow: TAKEN.join(", "),
    connection: "close", // a body that may follow is not read
  });
  response.end(JSON.stringify({ code: "unsupported", message }));
}
