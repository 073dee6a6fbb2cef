import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the server that counts the event streams which are open at once. */
export async function startCountingProxy(target: string) {
  const streams = { open: 0, most: 0 };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") === true;
      if (isStream) {
        streams.open += 1;
        streams.most = Math.max(streams.most, streams.open);
        outgoing.on("close", () => {
          streams.open -= 1;
        });
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on("close", () => forwarded.destroy());
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    streams,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
