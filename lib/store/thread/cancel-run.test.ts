import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createHttpTransport, systemClock } from "@/lib/transport";
import { cancelRun } from "./cancel-run";

/** A gateway that answers so often with this status before the server is there again. */
async function startGateway(status: number, failures: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== "POST") return void response.setHeader("content-type", "application/json").end("[]");
    asked.push(request.url ?? "");
    if (asked.length <= failures)
      response.writeHead(status, { "content-type": "text/html" }).end("<html>Gateway</html>");
    else response.writeHead(202, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { asked, transport: createHttpTransport({ apiUrl: `http://127.0.0.1:${port}`, random: () => 0 }) };
}

it.concurrent.each([502, 503, 504])(
  "is delivered behind a gateway that answers %i for longer than the transport waits",
  async (status) => {
    const { asked, transport } = await startGateway(status, 5);
    await cancelRun(transport, "t1", "r1", systemClock);
    expect(asked).toHaveLength(6);
  },
  15_000,
);

it("rejects at once where the server refuses it", async () => {
  const { asked, transport } = await startGateway(400, 1);
  await expect(cancelRun(transport, "t1", "r1", systemClock)).rejects.toMatchObject({ code: "bad_request" });
  expect(asked).toHaveLength(1);
});
