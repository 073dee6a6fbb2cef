import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy on loopback that cuts the first streams it forwards. */
export type CuttingProxy = { readonly url: string; readonly requests: string[] };

/** Forwards to `target`; the first `cuts` event streams lose their connection after `afterBytes`. */
export async function createCuttingProxy(target: string, cuts: number, afterBytes: number): Promise<CuttingProxy> {
  const requests: string[] = [];
  let left = cuts;
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url} ${incoming.headers["last-event-id"] ?? ""}`.trim());
    const forwarded = request(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        const isStream = answer.headers["content-type"] === "text/event-stream";
        let bytes = 0;
        answer.on("data", (piece: Buffer) => {
          bytes += piece.length;
          const isCut = isStream && left > 0 && bytes >= afterBytes;
          if (!isCut) return void outgoing.write(piece);
          left -= 1;
          answer.removeAllListeners("data");
          outgoing.write(piece, () => {
            forwarded.destroy();
            outgoing.destroy();
          });
        });
        answer.on("end", () => outgoing.end());
        answer.on("error", () => outgoing.destroy());
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }; // it listens on TCP
}
