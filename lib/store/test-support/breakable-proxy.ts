import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it went through. `isOpen`: its answer is still on its way. */
export type PassedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  isOpen: boolean;
};

/** A network between a page and a server that can be cut, fall silent and be gone. */
export async function startBreakableProxy(target: string) {
  const passed: PassedRequest[] = [];
  const answers = new Set<ServerResponse>();
  const silent = new Set<ServerResponse>();
  const facts = { target, isDown: false };

  const server = createServer((incoming, outgoing) => {
    if (facts.isDown) {
      incoming.socket.destroy();
      return;
    }
    const { method = "", url: path = "", headers } = incoming;
    const entry: PassedRequest = { method, path, headers, isOpen: true };
    passed.push(entry);
    answers.add(outgoing);
    const forwarded = request(new URL(path, facts.target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on("data", (piece) => silent.has(outgoing) || outgoing.write(piece));
      answer.on("end", () => silent.has(outgoing) || outgoing.end());
      answer.on("error", () => outgoing.destroy());
    });
    outgoing.on("close", () => {
      entry.isOpen = false;
      answers.delete(outgoing);
      forwarded.destroy();
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP

  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    /** Requests for a run's stream, in order. */
    streams: () => passed.filter(({ path }) => path.split("?")[0]?.endsWith("/stream")),
    /** Every connection breaks. */
    cut: () => {
      for (const answer of answers) answer.destroy();
    },
    /** What is open now stays open and says nothing any more. */
    silence: () => {
      for (const answer of answers) silent.add(answer);
    },
    setDown: (isDown: boolean) => {
      facts.isDown = isDown;
    },
    leadTo: (next: string) => {
      facts.target = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
