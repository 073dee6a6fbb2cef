import { describe, expect, test } from "vitest";
import { createClient, KEYS, readAll, type TestClient } from "../test-support/client";
import { createFixture } from "../test-support/fixture";

const HELLO = { messages: [{ type: "human", content: "hello" }] };
const SLOW = () => [{ pauseMs: 60_000 }];
const RUN = { assistant_id: "agent", input: HELLO };

async function startRun(client: TestClient): Promise<string> {
  const threadId = await client.newThread();
  const { body } = await client.call("POST", `/threads/${threadId}/runs`, RUN);
  return `/threads/${threadId}/runs/${body.run_id}`;
}

describe("answers that a user follows at once, beyond the limit", () => {
  test("are refused in words before anything is started, on every route that stays open, and nobody else's are", async () => {
    const { handlers, client, model } = await createFixture(SLOW, { limits: { openStreams: 2 } });
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    const run = await startRun(client);
    const threadId = run.split("/")[2] ?? "";
    const stateless = `/runs/${run.split("/")[4]}`;
    const open = [await client.send("GET", `${run}/stream`), await client.send("GET", `${run}/join`)];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const asked = model.asked.length;
    for (const [method, path, body] of [
      ["GET", `${run}/stream`],
      ["GET", `${run}/join`],
      ["GET", `${stateless}/stream`],
      ["GET", `${stateless}/join`],
      ["POST", `/threads/${threadId}/runs/stream`, { ...RUN, multitask_strategy: "enqueue" }],
      ["POST", `/threads/${threadId}/runs/wait`, { ...RUN, multitask_strategy: "enqueue" }],
      ["POST", "/runs/stream", RUN],
      ["POST", "/runs/wait", RUN],
    ] as const) {
      const refused = await client.call(method, path, body);
      expect([path, refused.status, refused.body.code, refused.body.limit]).toEqual([path, 429, "rate_limited", 2]);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(refused.body.message).toMatch(
        /^You are following 2 answers already.* Close one .* or wait for one to end\.$/,
      );
    }
    expect(model.asked.length).toBe(asked);
    expect((await client.call("GET", `/threads/${threadId}/runs`)).body).toHaveLength(1);
    expect((await client.call("POST", "/threads/count", {})).body).toBe(1);
    expect((await client.send("HEAD", `${run}/stream`)).status).toBe(200);
    expect((await stranger.startStream(await stranger.newThread(), { input: HELLO })).status).toBe(200);
  });

  test("may be followed again when one is left, ends, is refused, or its connection is gone", async () => {
    const { handlers, client } = await createFixture(() => ["hi"], { limits: { openStreams: 1 } });
    const quick = async () => readAll(await client.startStream(await client.newThread(), { input: HELLO }));
    for (let count = 0; count < 3; count += 1) expect((await quick()).at(-1)?.event).toBe("end");
    for (let count = 0; count < 3; count += 1) expect((await client.call("POST", "/runs/wait", RUN)).status).toBe(200);
    const settled = (await client.call("POST", "/runs", RUN)).body.run_id;
    await client.call("GET", `/runs/${settled}/join`);
    for (const id of ["-1", `${settled}:0`])
      await readAll(await client.send("GET", `/runs/${settled}/stream`, undefined, { "last-event-id": id }));
    for (let count = 0; count < 3; count += 1)
      expect((await client.call("POST", "/runs/stream", { ...RUN, assistant_id: "nobody" })).status).toBe(404);
    const left = await client.startStream(await client.newThread(), { input: HELLO });
    await left.body?.cancel();
    const connection = new AbortController();
    await handlers.fetch(
      new Request("http://localhost/api/runs/stream", {
        method: "POST",
        body: JSON.stringify(RUN),
        headers: { "x-api-key": KEYS.tester, "content-type": "application/json" },
        signal: connection.signal,
      }),
    );
    expect((await client.call("POST", "/runs/wait", RUN)).status).toBe(429);
    connection.abort(); // and nobody takes up the answer
    expect((await quick()).at(-1)?.event).toBe("end");
  });

  test("whose connection is gone before a host takes them up are left, and a run that should end with its reader does", async () => {
    let readers = 0;
    const readersChanged = (by: number) => {
      readers += by;
    };
    const eventLog = { metrics: { readersChanged, readerDropped: () => undefined } };
    const { handlers, client } = await createFixture(SLOW, { eventLog });
    for (const path of ["/runs/stream", "/runs/wait"]) {
      const connection = new AbortController();
      const request = new Request(`http://localhost/api${path}`, {
        method: "POST",
        body: JSON.stringify({ ...RUN, on_disconnect: "cancel", on_completion: "keep" }),
        headers: { "x-api-key": KEYS.tester, "content-type": "application/json" },
        signal: connection.signal,
      });
      expect((await handlers.fetch(request)).status).toBe(200);
      connection.abort();
      await expect
        .poll(async () => (await client.call("POST", "/threads/search", { status: "busy" })).body)
        .toEqual([]);
    }
    expect([readers, (await client.call("POST", "/threads/count", {})).body]).toEqual([0, 2]);
  });

  test("of visitors count for their address together, which anybody could fill with new cookies", async () => {
    const { handlers, client } = await createFixture(SLOW, { limits: { openStreams: 1 } });
    await handlers.start();
    const visitorOf = (address?: string) => {
      const cookie = handlers.pageCookie(new Request("http://localhost/"))?.split(";")[0] ?? "";
      return createClient(handlers, address === undefined ? { cookie } : { cookie, "x-forwarded-for": address });
    };
    const follow = async (who: TestClient) => (await who.startStream(await who.newThread(), { input: HELLO })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 9; count += 1) statuses.push(await follow(visitorOf("10.0.0.1")));
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    expect(await follow(visitorOf("10.0.0.2"))).toBe(200);
    expect(await follow(createClient(handlers, { "x-api-key": KEYS.tester, "x-forwarded-for": "10.0.0.1" }))).toBe(200);
    expect((await client.call("GET", "/ok")).status).toBe(200);
    for (let count = 0; count < 9; count += 1) expect(await follow(visitorOf())).toBe(200); // nobody says where from
  });
});

describe("archives that a user has made at once, beyond the limit", () => {
  test("are refused in words until one is read or left", async () => {
    const { client } = await createFixture(() => ["hi"], { limits: { openExports: 2 } });
    await client.run(await client.newThread(), { input: HELLO });
    const archive = () => client.send("GET", "/users/me/export");
    const [first, second] = [await archive(), await archive()];
    const refused = await client.call("GET", "/users/me/export");
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited", limit: 2 } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.body.message).toBe(
      "2 downloads of your data are going on already. Wait for one to end, then try again.",
    );
    expect((await client.send("HEAD", "/users/me/export")).status).toBe(429);
    await first.arrayBuffer();
    await second.body?.cancel();
    await expect.poll(async () => (await client.send("HEAD", "/users/me/export")).status).toBe(200);
    for (let count = 0; count < 4; count += 1)
      await expect
        .poll(async () => {
          const { status, body } = await archive();
          await body?.cancel();
          return status;
        })
        .toBe(200);
  });
});

test("questions of nobody are answered for an address so often in a minute, and whoever is known is not held up", async () => {
  const { handlers } = await createFixture(() => ["hi"], { limits: { requestsPerMinute: 3 } });
  const from = { "x-forwarded-for": "10.0.0.1" };
  const nobody = createClient(handlers, from);
  for (let count = 0; count < 3; count += 1)
    expect((await nobody.call("POST", "/threads/search", {})).status).toBe(200);
  const refused = await nobody.call("POST", "/threads/search", {});
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await nobody.call("GET", "/ok")).status).toBe(200);
  expect((await createClient(handlers, { "x-forwarded-for": "10.0.0.2" }).call("GET", "/info")).status).toBe(200);
  expect((await createClient(handlers, { ...from, "x-api-key": KEYS.tester }).call("GET", "/info")).status).toBe(200);
});
