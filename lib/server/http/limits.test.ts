import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { AgentGraph, GraphParts } from "../config";
import { createClient, KEYS } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { readLimits } from "../users";

const HELLO = { messages: [{ type: "human", content: "hello" }] };
const SLOW = () => [{ pauseMs: 60_000 }];

describe("requests beyond a user's limit", () => {
  test("are refused with the time to wait, and nobody else's are", async () => {
    const { handlers, client } = await createFixture(() => ["hi"], { limits: { requestsPerMinute: 3 } });
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    for (let count = 0; count < 3; count += 1) expect((await client.call("GET", "/info")).status).toBe(200);
    const refused = await client.call("POST", "/threads", {});
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited", retry_after_s: expect.any(Number) } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.message).toMatch(/^Too many requests at once\. Wait \d+ s, then try again\.$/);
    expect((await stranger.call("POST", "/threads", {})).status).toBe(200);
    expect((await client.call("GET", "/ok")).status).toBe(200);
  });

  test("10,000 at once leave the others served", async () => {
    const { handlers, client } = await createFixture(() => ["hi"], { limits: { requestsPerMinute: 600 } });
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    let asked = 0;
    const statuses = new Map<number, number>();
    const flood = async () => {
      while (asked < 10_000) {
        asked += 1;
        const { status } = await client.send("POST", "/threads/search", "{}");
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const flooding = Promise.all(Array.from({ length: 64 }, flood)).then(() => performance.now() - startedAt);
    const waitsMs: number[] = [];
    while (asked < 10_000) {
      const askedAt = performance.now();
      expect((await stranger.call("POST", "/threads", {})).status).toBe(200);
      waitsMs.push(performance.now() - askedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const tookMs = await flooding;
    const { user, system } = process.cpuUsage(cpu);
    const longestMs = Math.max(...waitsMs);
    console.info(
      `10,000 requests in ${Math.round(tookMs)} ms, ${Math.round((user + system) / 10_000)} µs of CPU each; ` +
        `the other user waited at most ${Math.round(longestMs)} ms, ${waitsMs.length} times`,
    );
    const windows = Math.floor(tookMs / 60_000) + 2; // a new minute may begin in between
    expect(statuses.get(429)).toBeGreaterThanOrEqual(10_000 - 600 * windows);
    expect([...statuses.keys()].sort()).toEqual([200, 429]);
    expect(longestMs).toBeLessThan(tookMs / 2);
    expect(waitsMs.length).toBeGreaterThan(3);
  });
});

describe("requests that do not say whose they are", () => {
  const from = (address: string) => ({ "x-forwarded-for": `made-up, ${address}` });

  test("are told to wait when too many of one address were refused, and nobody else is", async () => {
    const { handlers } = await createFixture(() => ["hi"], { limits: { refusalsPerMinute: 4 } });
    const stranger = createClient(handlers, from("10.0.0.1"));
    const guessing = createClient(handlers, { ...from("10.0.0.1"), "x-api-key": "a-key-that-is-wrong" });
    for (const who of [stranger, guessing, stranger, guessing])
      expect((await who.call("POST", "/threads", {})).status).toBe(401);
    for (const who of [stranger, guessing]) {
      const refused = await who.call("POST", "/threads", {});
      expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await stranger.call("GET", "/info")).status).toBe(200);
    const long = { "content-type": "application/json", "content-length": "3900000" };
    expect((await stranger.send("POST", "/threads/search", "{}", long)).status).toBe(429);
    expect((await createClient(handlers, from("10.0.0.2")).call("POST", "/threads", {})).status).toBe(401);
    const neighbour = createClient(handlers, { ...from("10.0.0.1"), "x-api-key": KEYS.tester });
    expect((await neighbour.call("POST", "/threads", {})).status).toBe(200);
  });

  test("are read no further than a short question, and where they are refused not at all", async () => {
    const { handlers } = await createFixture(() => ["hi"]);
    for (const [path, mostBytes] of [
      ["/threads/search", 64 * 1024],
      ["/store/items/search", 64 * 1024],
      ["/threads", 0],
      ["/attachments", 0],
      ["/runs/stream", 0],
    ] as const) {
      let readBytes = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (readBytes > 4_000_000) return controller.close();
            readBytes += 8_192;
            controller.enqueue(new Uint8Array(8_192).fill(32));
          },
        },
        { highWaterMark: 0 },
      );
      const headers = { "content-type": "application/json" };
      const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
      const refused = await handlers.fetch(new Request(`http://localhost/api${path}`, init));
      expect([path, refused.status, readBytes <= mostBytes]).toEqual([path, 401, true]);
    }
  });
});

describe("runs beyond a user's limit", () => {
  test("are refused until one ends, and nobody else's are", async () => {
    const { handlers, client } = await createFixture(SLOW, { limits: { concurrentRuns: 2 } });
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    const start = async (who: typeof client) =>
      who.call("POST", `/threads/${await who.newThread()}/runs`, { assistant_id: "agent", input: HELLO });
    const first = await start(client);
    expect([first.status, (await start(client)).status]).toEqual([200, 200]);
    const refused = await start(client);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited", limit: 2 } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.body.message).toMatch(/^2 answers are being written .* Wait for one to end, or stop one\.$/);
    expect((await client.call("POST", "/runs", { assistant_id: "agent", input: HELLO })).status).toBe(429);
    expect((await start(stranger)).status).toBe(200);
    await client.call("POST", `/threads/${first.body.thread_id}/runs/${first.body.run_id}/cancel?wait=1`);
    expect((await start(client)).status).toBe(200);
  });
});

describe("a batch that goes beyond a user's limit", () => {
  test.each([
    ["runs", { concurrentRuns: 2 }, 429, "rate_limited"],
    ["threads", { threads: 2 }, 422, "limit_reached"],
  ])("of %s starts nothing", async (_, limits, status, code) => {
    const { client } = await createFixture(SLOW, { limits });
    const run = { assistant_id: "agent", input: HELLO, on_completion: "keep" };
    const batch = (count: number) => client.call("POST", "/runs/batch", Array(count).fill(run));
    expect(await batch(3)).toMatchObject({ status, body: { code, limit: 2 } });
    expect((await client.call("POST", "/threads/count", {})).body).toBe(0);
    expect(await batch(2)).toMatchObject({ status: 200, body: [{ status: "running" }, { status: "running" }] });
    expect(await batch(1)).toMatchObject({ status, body: { code } });
  });
});

describe("what is more than one user may keep or say", () => {
  test("another thread, however it would be made", async () => {
    const { handlers, client } = await createFixture(() => ["hi"], { limits: { threads: 2 } });
    const threadId = await client.newThread();
    await client.newThread();
    const run = { assistant_id: "agent", input: HELLO };
    for (const [path, body] of [
      ["/threads", {}],
      [`/threads/${threadId}/copy`, {}],
      [`/threads/${crypto.randomUUID()}/runs`, { ...run, if_not_exists: "create" }],
      ["/runs", run],
    ] as const) {
      const refused = await client.call("POST", path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 422, "limit_reached"]);
      expect(refused.body.message).toBe(
        "You have as many threads as one person may keep (2). Delete one to begin another.",
      );
    }
    const again = { ...run, if_not_exists: "create" };
    expect((await client.call("POST", `/threads/${threadId}/runs/wait`, again)).status).toBe(200);
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    expect((await stranger.call("POST", "/threads", {})).status).toBe(200);
    await client.call("DELETE", `/threads/${threadId}`);
    expect((await client.call("POST", "/threads", {})).status).toBe(200);
  });

  test("another thread, but not the same request again", async () => {
    const { client } = await createFixture(() => ["hi"], { limits: { threads: 2 } });
    const threadId = await client.newThread();
    const run = { assistant_id: "agent", input: HELLO, on_completion: "keep" };
    const start = async () => (await client.send("POST", "/runs", run, { "idempotency-key": "one" })).json();
    const { run_id: runId } = await start();
    expect(await start()).toMatchObject({ run_id: runId });
    const again = { thread_id: threadId, if_exists: "do_nothing" };
    expect(await client.call("POST", "/threads", again)).toMatchObject({ status: 200, body: { thread_id: threadId } });
    expect((await client.call("POST", "/threads", { thread_id: threadId })).status).toBe(409);
    expect((await client.call("POST", "/threads", {})).status).toBe(422);
  });

  test("another kept item, and one that is there may change", async () => {
    const { handlers, client } = await createFixture(() => ["hi"], { limits: { storeItems: 2 } });
    const put = (who: typeof client, key: string) =>
      who.call("PUT", "/store/items", { namespace: ["notes"], key, value: { at: crypto.randomUUID() } });
    for (const key of ["one", "two", "one"]) expect((await put(client, key)).status).toBe(204);
    expect(await put(client, "three")).toMatchObject({ status: 422, body: { code: "limit_reached", limit: 2 } });
    expect((await put(createClient(handlers, { "x-api-key": KEYS.stranger }), "one")).status).toBe(204);
    await client.call("DELETE", "/store/items", { namespace: ["notes"], key: "one" });
    expect((await put(client, "three")).status).toBe(204);
  });

  test("another kept item that a graph would keep", async () => {
    const kept: unknown[] = [];
    const graph = ({ checkpointer, store }: GraphParts): AgentGraph =>
      new StateGraph(MessagesAnnotation)
        .addNode("keep", async (_, config) => {
          for (const key of ["one", "two"])
            await config.store?.put(["facts"], key, { key }).then(
              () => kept.push(key),
              (error: { code: string }) => kept.push(error.code),
            );
          return { messages: [{ type: "ai", content: "kept" }] };
        })
        .addEdge("__start__", "keep")
        .compile({ checkpointer, store });
    const agents = { agent: { title: "Keeper", graph } };
    const { client } = await createFixture(() => [], { agents, limits: { storeItems: 1 } });
    await client.run(await client.newThread(), { input: HELLO });
    expect(kept).toEqual(["one", "limit_reached"]);
  });

  test("metadata that is too much, wherever it comes in, and however it grows", async () => {
    const { client } = await createFixture(() => ["hi"], { limits: { metadataCharacters: 100 } });
    const threadId = await client.newThread();
    const metadata = { text: "x".repeat(60) };
    const run = { assistant_id: "agent", input: HELLO, metadata: { ...metadata, more: "y".repeat(60) } };
    expect((await client.call("PATCH", `/threads/${threadId}`, { metadata })).status).toBe(200);
    for (const [method, path, body] of [
      ["PATCH", `/threads/${threadId}`, { metadata: { more: "y".repeat(60) } }],
      ["POST", "/threads", { metadata: run.metadata }],
      ["POST", `/threads/${threadId}/runs`, run],
      ["POST", "/runs/wait", run],
      ["POST", "/runs/batch", [run]],
    ] as const) {
      const refused = await client.call(method, path, body);
      expect([path, refused.status, refused.body.code, refused.body.field]).toEqual([
        path,
        413,
        "too_large",
        "metadata",
      ]);
    }
    expect((await client.call("PATCH", `/threads/${threadId}`, { metadata: { text: "", more: "y" } })).status).toBe(
      200,
    );
  });

  test("a message that is too long, wherever it comes in", async () => {
    const { client, model } = await createFixture(() => ["hi"], { limits: { messageCharacters: 10 } });
    const threadId = await client.newThread();
    const long = { type: "human", content: "eleven char" };
    const ask = (body: object) =>
      client.call("POST", `/threads/${threadId}/runs/wait`, { assistant_id: "agent", ...body });
    for (const [body, field] of [
      [{ input: { messages: [{ type: "human", content: "short" }, long] } }, "input.messages.1"],
      [{ input: { messages: long } }, "input.messages.0"],
      [{ input: { messages: "eleven char" } }, "input.messages.0"],
      [{ input: { messages: [{ type: "human", content: [{ type: "text", text: "" }] }] } }, "input.messages.0"],
      [
        { input: { messages: [{ type: "human", content: "", additional_kwargs: { a: "eleven" } }] } },
        "input.messages.0",
      ],
      [{ command: { update: { messages: [long] } } }, "command.update.messages.0"],
      [{ command: { update: [["messages", [long]]] } }, "command.update.0.1.0"],
      [
        {
          command: {
            update: [
              ["messages", []],
              ["messages", long],
            ],
          },
        },
        "command.update.1.1.0",
      ],
      [
        { command: { goto: ["model_request", { node: "model_request", input: { messages: [long] } }] } },
        "command.goto.1.input.messages.0",
      ],
      [{ command: { goto: { node: "model_request", input: { messages: long } } } }, "command.goto.0.input.messages.0"],
    ] as const) {
      expect(await ask(body)).toMatchObject({ status: 413, body: { code: "too_large", field } });
    }
    expect(model.asked).toHaveLength(0);
    expect((await ask({ input: { messages: [{ type: "human", content: "ten chars!" }] } })).status).toBe(200);
    const values = { messages: [long] };
    expect(await client.call("POST", `/threads/${threadId}/state`, { values })).toMatchObject({
      status: 413,
      body: { code: "too_large", field: "values.messages.0" },
    });
    const supersteps = [{ updates: [{ values, as_node: "__input__" }] }];
    const seeded = { supersteps, metadata: { graph_id: "agent" } };
    expect(await client.call("POST", "/threads", seeded)).toMatchObject({
      status: 413,
      body: { code: "too_large", field: "supersteps.0.updates.0.values.messages.0" },
    });
  });

  test.each([
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "LONG" } },
    { type: "human", name: "LONG" },
    { type: "human", id: "LONG" },
    { type: "tool", tool_call_id: "LONG" },
    { type: "tool", tool_call_id: "1", artifact: { a: "LONG" } },
    { type: "ai", invalid_tool_calls: [{ name: "LONG", args: "{}" }] },
    { role: "LONG" },
  ])("a message that is long in what is beside its content: %j", async (message) => {
    const { client, model } = await createFixture(() => ["hi"], { limits: { messageCharacters: 1_000 } });
    const threadId = await client.newThread();
    const sent = JSON.parse(JSON.stringify({ ...message, content: "" }).replace("LONG", "x".repeat(5_000)));
    const body = { assistant_id: "agent", input: { messages: [sent] } };
    expect(await client.call("POST", `/threads/${threadId}/runs/wait`, body)).toMatchObject({
      status: 413,
      body: { code: "too_large", field: "input.messages.0" },
    });
    expect(model.asked).toHaveLength(0);
  });
});

describe("limits", () => {
  test("come from the configuration, else the environment, else are safe", () => {
    const env = { TOOLWEAVE_CONCURRENT_RUNS: "7", TOOLWEAVE_MAX_THREADS: " " };
    expect(readLimits({ requestsPerMinute: 5 }, env)).toEqual({
      requestsPerMinute: 5,
      refusalsPerMinute: 300,
      concurrentRuns: 7,
      openStreams: 64,
      openExports: 2,
      threads: 10_000,
      storeItems: 10_000,
      metadataCharacters: 262_144,
      messageCharacters: 400_000,
      bodyBytes: 4 * 1024 * 1024,
    });
    expect(readLimits({}, { TOOLWEAVE_MAX_THREADS: "Infinity" }).threads).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(["0", "-1", "1.5", "many"])("of %s stop the start with the variable to set right", (text) => {
    expect(() => readLimits({}, { TOOLWEAVE_REQUESTS_PER_MINUTE: text })).toThrow(/TOOLWEAVE_REQUESTS_PER_MINUTE/);
  });
});
