import { expect, it, onTestFinished } from "vitest";
import { encodeSse } from "@/lib/protocol";
import { createHttpTransport } from "./create-http-transport";
import { json, sseHead, startWireServer } from "./test-support/wire-server";

const RUN = "11111111-1111-4111-8111-111111111111";

it("a known run outlives a gateway that answers 502 for a while", async () => {
  const at = Date.now();
  const bad: Parameters<typeof startWireServer>[0][string] = (_q, response) =>
    void response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway</html>");
  const isDown = () => Date.now() - at < 2_500;
  const server = await startWireServer({
    [`GET /threads/t1/runs/${RUN}/stream`]: (q, response, n) => {
      if (isDown()) return bad(q, response, n);
      sseHead(response);
      response.end(encodeSse("custom", '"x"', `${RUN}:0`) + encodeSse("end", "null", `${RUN}:1`));
    },
    [`GET /threads/t1/runs/${RUN}`]: (q, response, n) =>
      isDown()
        ? bad(q, response, n)
        : json(200, {
            run_id: RUN,
            thread_id: "t1",
            assistant_id: "agent",
            created_at: "2026-01-01T00:00:00.000Z",
            updated_at: "2026-01-01T00:00:00.000Z",
            status: "running",
          })(q, response, n),
  });
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: server.apiUrl });
  const seen: string[] = [];
  let failure: unknown;
  try {
    for await (const event of transport.joinRun("t1", RUN)) seen.push(event.event);
  } catch (error) {
    failure = `${Date.now() - at} ms: ${(error as Error).message}`;
  }
  expect([seen, failure]).toEqual([["custom", "end"], undefined]);
});
