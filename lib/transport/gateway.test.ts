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
    for await (const events of transport.joinRun("t1", RUN)) seen.push(...events.map(({ event }) => event));
  } catch (error) {
    failure = `${Date.now() - at} ms: ${(error as Error).message}`;
  }
  expect([seen, failure]).toEqual([["custom", "end"], undefined]);
});

const LIMITED = {
  code: "rate_limited",
  message: "Too many requests at once. Wait 37 s, then try again.",
  retry_after_s: 37,
};

it("a run that our server does not start now is not asked for again: its words are passed on at once", async () => {
  const server = await startWireServer({
    "POST /threads/t1/runs/stream": json(429, LIMITED, { "retry-after": "37" }),
  });
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: server.apiUrl });
  const start = async () => {
    for await (const _ of transport.startRun("t1", { assistant_id: "agent", input: {} }));
  };
  await expect(start()).rejects.toMatchObject({ code: "rate_limited", message: LIMITED.message });
  expect(server.seen).toHaveLength(1);
});

it("a question is asked again when the server has said, and not at all where that is long", async () => {
  const askedAtMs: number[] = [];
  const server = await startWireServer({
    "GET /info": (request, response, attempt) => {
      askedAtMs.push(performance.now());
      const answer =
        attempt === 1 ? json(429, LIMITED, { "retry-after": "1" }) : json(429, LIMITED, { "retry-after": "37" });
      return answer(request, response, attempt);
    },
  });
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: server.apiUrl, random: () => 0 });
  await expect(transport.info()).rejects.toMatchObject({ code: "rate_limited" });
  expect(askedAtMs).toHaveLength(2);
  const [first = 0, second = 0] = askedAtMs;
  expect(second - first).toBeGreaterThan(990);
});

it("a run that is known is followed again when a full server has room for it", async () => {
  const askedAtMs: number[] = [];
  const server = await startWireServer({
    [`GET /threads/t1/runs/${RUN}/stream`]: (request, response, attempt) => {
      askedAtMs.push(performance.now());
      if (attempt === 1) return json(429, LIMITED, { "retry-after": "1" })(request, response, attempt);
      sseHead(response);
      response.end(encodeSse("end", "null", `${RUN}:0`));
    },
  });
  onTestFinished(() => server.close());
  const seen: string[] = [];
  const transport = createHttpTransport({ apiUrl: server.apiUrl, random: () => 0 });
  for await (const events of transport.joinRun("t1", RUN)) seen.push(...events.map(({ event }) => event));
  expect(seen).toEqual(["end"]);
  const [first = 0, second = 0] = askedAtMs;
  expect(second - first).toBeGreaterThan(990);
});
