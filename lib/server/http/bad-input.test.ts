import { connect } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createFixture } from "../test-support/fixture";
import { serve } from "../test-support/serve";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const HELLO = { messages: [{ type: "human", content: "hello" }] };

describe("malformed ids", () => {
  test.each([
    ["GET", "/threads/not-a-uuid"],
    ["GET", "/threads/..%2f..%2fetc"],
    ["GET", "/threads/%00"],
    ["GET", `/threads/${"x".repeat(5_000)}`],
    ["GET", "/threads/%F0%9F%92%A5/state"],
    ["GET", "/threads/%/history"],
    ["GET", "/threads/%E0%A4%A"],
    ["DELETE", "/threads/%E0%A4%A"],
    ["GET", "/threads/%E0%A4%A/runs/%E0%A4%A/stream"],
    ["DELETE", "/threads/'; DROP TABLE threads;--"],
    ["POST", "/threads/nope/copy"],
    ["POST", "/threads/nope/state"],
    ["GET", "/threads/nope/runs/nope/stream"],
    ["POST", "/threads/nope/runs/nope/cancel"],
    ["GET", "/runs/nope/stream"],
    ["GET", "/assistants/__proto__/graph"],
    ["GET", "/assistants/constructor/schemas"],
  ])("%s %s is a typed refusal, and the server lives on", async (method, path) => {
    const { client, reported } = await createFixture(() => ["hi"]);
    const { status, body } = await client.call(method, path);
    expect([400, 404]).toContain(status);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(reported).toEqual([]);
    expect((await client.call("GET", "/ok")).status).toBe(200);
  });

  test("of checkpoints and namespaces are not found, wherever they are named", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    const gone = { checkpoint_id: UNKNOWN, checkpoint_ns: "" };
    const place = `/threads/${threadId}`;
    for (const [method, path, body] of [
      ["GET", `${place}/state/${UNKNOWN}`],
      ["POST", `${place}/state/checkpoint`, { checkpoint: gone }],
      ["POST", `${place}/state`, { values: {}, checkpoint: gone }],
      ["POST", `${place}/history`, { before: gone }],
      ["POST", `${place}/runs/wait`, { assistant_id: "agent", input: HELLO, checkpoint: gone }],
      ["POST", `${place}/state/checkpoint`, { checkpoint: { checkpoint_ns: "no:such" } }],
      ["POST", `${place}/state`, { values: {}, checkpoint: { checkpoint_ns: "no:such" } }],
    ] as const) {
      const response = await client.call(method, path, body);
      expect([path, response.status, response.body.code]).toEqual([path, 404, "not_found"]);
    }
    expect((await client.call("POST", `${place}/history`, { before: 3 })).body).toMatchObject({ field: "before" });
  });
});

test.each(["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"])(
  "a node by the name of what every object has is not there: %s",
  async (as_node) => {
    const { client, reported } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    const seed = { metadata: { graph_id: "agent" }, supersteps: [{ updates: [{ values: HELLO, as_node }] }] };
    const refused = { status: 422, body: { code: "unsupported", field: "as_node" } };
    expect(await client.call("POST", `/threads/${threadId}/state`, { values: HELLO, as_node })).toMatchObject(refused);
    expect(await client.call("POST", "/threads", seed)).toMatchObject(refused);
    expect(reported).toEqual([]);
  },
);

describe("a body whose sender goes away in the middle", () => {
  test("is no fault of the server", async () => {
    const { handlers, client, reported } = await createFixture(() => ["hi"]);
    const statuses: number[] = [];
    const fetch = async (request: Request) => {
      const response = await handlers.fetch(request);
      statuses.push(response.status);
      return response;
    };
    const server = await serve({ ...handlers, fetch });
    onTestFinished(() => server.close());
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const head =
      "POST /api/threads HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: key-of-the-tester\r\nContent-Type: application/json\r\nContent-Length: 100";
    await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n{"metadata"`, () => resolve()));
    setTimeout(() => socket.destroy(), 50);
    await vi.waitFor(() => expect(statuses).toEqual([400]));
    expect(reported).toEqual([]);
    expect((await client.call("POST", "/threads/count")).body).toBe(0);
  });
});

describe("JSON that is nested too deeply", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  test.each([
    ["/threads", `{"metadata":${nested(20_000)}}`],
    ["/threads/search", `{"metadata":${nested(5_000)}}`],
    ["/threads/search", `{"metadata":${nested(200)}}`],
    ["/threads/count", `{"values":${nested(5_000)}}`],
    ["/store/items/search", `{"namespace_prefix":[],"filter":${nested(5_000)}}`],
    ["/runs/wait", `{"assistant_id":"agent","input":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ])("is refused at %s", async (path, body) => {
    const { client, reported } = await createFixture(() => ["hi"]);
    const refused = await client.call("POST", path, body);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      "bad_request",
      expect.stringContaining("nested too deeply"),
    ]);
    expect(reported).toEqual([]);
  });

  test("is taken as deep as it may be, and found again", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const body = `{"metadata":${nested(199)}}`;
    const { status, body: thread } = await client.call("POST", "/threads", body);
    expect(status).toBe(200);
    const found = await client.call("POST", "/threads/search", body);
    expect(found.body.map(({ thread_id }: { thread_id: string }) => thread_id)).toEqual([thread.thread_id]);
  });

  test("and a search for too many fields at once is refused too", async () => {
    const { client, reported } = await createFixture(() => ["hi"]);
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`field-${index}`, index]));
    const search = (count: number) =>
      client.call("POST", "/threads/search", { metadata: fields(count), values: fields(count) });
    expect((await search(400)).status).toBe(200);
    expect(await search(2_000)).toMatchObject({ status: 400, body: { code: "bad_request" } });
    expect(reported).toEqual([]);
  });
});

test.each([
  ["DELETE", "/threads", "POST"],
  ["PUT", `/threads/${UNKNOWN}`, "DELETE, GET, HEAD, PATCH"],
  ["PATCH", "/info", "GET, HEAD"],
  ["DELETE", `/threads/${UNKNOWN}/state/`, "GET, HEAD, POST"],
])("%s %s is the wrong method: 405 with those that are right", async (method, path, allow) => {
  const { client } = await createFixture(() => ["hi"]);
  const { status, headers, body } = await client.call(method, path);
  expect([status, headers.get("allow"), body.code]).toEqual([405, allow, "unsupported"]);
  expect((await client.call("GET", "/no/such/path")).status).toBe(404);
});

describe("a thread's graph_id", () => {
  test("must be an agent that there is, or nobody could read the thread any more", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    for (const graph_id of ["zzz", 5, null, "__proto__"]) {
      const metadata = { graph_id, title: "x" };
      for (const [method, path] of [
        ["PATCH", `/threads/${threadId}`],
        ["POST", "/threads"],
      ] as const) {
        const { status, body } = await client.call(method, path, { metadata });
        expect([status, body.field]).toEqual([422, "metadata.graph_id"]);
      }
    }
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages).toHaveLength(2);
    const { body } = await client.call("PATCH", `/threads/${threadId}`, { metadata: { graph_id: "agent", a: 1 } });
    expect(body.metadata).toMatchObject({ graph_id: "agent", a: 1 });
  });

  test("may be sent back as it is, also when that agent is gone", async () => {
    const { client, handlers, dataDir } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    await handlers.dispose(0);
    const agents = { other: { title: "Other", prompt: "", tools: [] } };
    const later = await createFixture(() => ["hi"], { dataDir, agents });
    const change = (graph_id: string) =>
      later.client.call("PATCH", `/threads/${threadId}`, { metadata: { graph_id, title: "kept" } });
    expect((await change("agent")).body.metadata.title).toBe("kept");
    expect((await change("other")).status).toBe(200);
    expect((await change("agent")).status).toBe(422);
  });
});

describe("pages of other origins", () => {
  const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "last-event-id" };

  test.each(["http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:3000", "https://app.localhost"])(
    "%s is on this machine: it may call, and read the headers that lead back to a run",
    async (origin) => {
      const { client } = await createFixture(() => ["hi"]);
      const asked = await client.send("OPTIONS", "/threads", undefined, { origin, ...preflight });
      expect(asked.status).toBe(204);
      expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
      const allowed = asked.headers.get("access-control-allow-headers")?.split(",");
      expect(allowed).toEqual(
        expect.arrayContaining(["content-type", "last-event-id", "idempotency-key", "x-api-key"]),
      );
      const threadId = await client.newThread();
      const body = { assistant_id: "agent", input: HELLO };
      const response = await client.send("POST", `/threads/${threadId}/runs/stream`, body, { origin });
      await response.text();
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("access-control-expose-headers")?.split(",")).toEqual([
        "content-location",
        "location",
        "x-pagination-total",
        "x-pagination-next",
        "retry-after",
      ]);
      const refused = await client.send("GET", "/threads/nope", undefined, { origin });
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([404, origin]);
    },
  );

  test.each(["https://example.com", "http://localhost.example.com", "null", "file://", "http://127.0.0.1.nip.io", "x"])(
    "%s is not: its browser is told nothing",
    async (origin) => {
      const { client } = await createFixture(() => ["hi"]);
      for (const method of ["OPTIONS", "GET"]) {
        const response = await client.send(method, "/ok", undefined, { origin, ...preflight });
        expect(response.headers.get("access-control-allow-origin")).toBeNull();
      }
    },
  );

  test.each(["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:80.evil.example"])(
    "%s may change nothing, not even with what a browser sends without asking",
    async (origin) => {
      const { client } = await createFixture(() => ["hi"]);
      const threadId = await client.newThread();
      for (const [method, path] of [
        ["POST", "/threads"],
        ["POST", `/threads/${threadId}/copy`],
        ["DELETE", `/threads/${threadId}`],
        ["PATCH", `/threads/${threadId}`],
        ["PUT", "/store/items"],
      ] as const) {
        const response = await client.send(method, path, undefined, { origin, "sec-fetch-site": "cross-site" });
        expect([response.status, (await response.json()).code]).toEqual([403, "unauthorized"]);
      }
      expect((await client.call("POST", "/threads/search", {})).body).toHaveLength(1);
    },
  );

  test.each([
    ["the host's own", { origin: "https://chat.example", host: "chat.example" }],
    ["that of the proxy in front", { origin: "https://chat.example", "x-forwarded-host": "chat.example, inner" }],
    ["same-origin, as the browser says", { origin: "https://chat.example", "sec-fetch-site": "same-origin" }],
    ["loopback", { origin: "http://localhost:5173" }],
  ])("%s may", async (_, headers) => {
    const env = { ...process.env, TOOLWEAVE_OWN_ORIGINS: "https://chat.example" };
    const { client } = await createFixture(() => ["hi"], { env });
    expect((await client.send("POST", "/threads", undefined, headers)).status).toBe(200);
  });
});

test("what this server does not do is a typed 501, before anything is looked up", async () => {
  const { client } = await createFixture(() => ["hi"]);
  for (const [method, path] of [
    ["POST", "/assistants"],
    ["PATCH", `/threads/${UNKNOWN}/state`],
    ["GET", `/threads/${UNKNOWN}/stream`],
    ["POST", `/threads/${UNKNOWN}/runs/crons`],
    ["POST", "/runs/crons/search"],
    ["POST", "/threads/prune"],
  ] as const) {
    const { status, body } = await client.call(method, path, method === "GET" ? undefined : {});
    expect([path, status, body.code]).toEqual([path, 501, "unsupported"]);
  }
});

test.each(["prefix", "suffix"])(
  "a label that no namespace has is refused in the %s that is asked for",
  async (field) => {
    const { client, reported } = await createFixture(() => ["hi"]);
    for (const label of ["", "a.b", "a:b", "a\0"]) {
      const { status, body } = await client.call("POST", "/store/namespaces", { [field]: ["users", label] });
      expect([label, status, body.code, body.field]).toEqual([label, 400, "bad_request", `${field}.1`]);
    }
    expect((await client.call("POST", "/store/namespaces", { [field]: ["*"] })).status).toBe(200);
    expect(reported).toEqual([]);
  },
);

test.each([["a\0b"], ['a"b'], ["\0"]])("the name of a field that no path can hold (%j) finds nothing", async (name) => {
  const { client, reported } = await createFixture(() => ["hi"]);
  const threadId = await client.newThread();
  await client.run(threadId, { input: HELLO });
  await client.call("PUT", "/store/items", { namespace: ["a"], key: "k", value: { [name]: 1 } });
  await client.call("PATCH", `/threads/${threadId}`, { metadata: { [name]: 1 } });
  for (const [path, body, nothing] of [
    ["/store/items/search", { filter: { [name]: 1 } }, { items: [] }],
    ["/threads/search", { metadata: { [name]: 1 } }, []],
    ["/threads/search", { values: { [name]: 1 } }, []],
    ["/threads/count", { metadata: { a: { [name]: 1 } } }, 0],
    [`/threads/${threadId}/history`, { metadata: { [name]: 1 } }, []],
  ] as const)
    expect([path, await client.call("POST", path, body)]).toMatchObject([path, { status: 200, body: nothing }]);
  expect(reported).toEqual([]);
});

describe("names that every object inherits", () => {
  test.each(["__proto__", "constructor", "toString"])(
    "%s is a name like any other, or not there (case 183)",
    async (name) => {
      const { client, reported } = await createFixture(() => ["hi"]);
      const threadId = await client.newThread();
      const metadata = `{"metadata":{"a":1,"${name}":{"polluted":1}}}`;
      expect((await client.call("PATCH", `/threads/${threadId}`, metadata)).body.metadata.a).toBe(1);
      for (const path of [
        `/threads/${name}`,
        `/threads/${name}/state`,
        `/threads/${threadId}/state/${name}`,
        `/threads/${threadId}/runs/${name}`,
        `/runs/${name}`,
        `/assistants/${name}`,
        `/attachments/${name}`,
      ]) {
        expect([path, (await client.call("GET", path)).status]).toEqual([path, 404]);
      }
      const run = { assistant_id: name, input: HELLO };
      expect((await client.call("POST", `/threads/${threadId}/runs`, run)).status).toBe(404);
      const item = `{"namespace":["${name}"],"key":"${name}","value":{"a":1,"${name}":{"polluted":1}}}`;
      expect((await client.call("PUT", "/store/items", item)).status).toBe(204);
      const { body } = await client.call("GET", `/store/items?namespace=${name}&key=${name}`);
      expect(body).toMatchObject({ namespace: [name], key: name, value: { a: 1 } });
      const named = `{"assistant_id":"agent","input":{"messages":[{"type":"human","id":"${name}","content":"hi"}]}}`;
      expect((await client.call("POST", `/threads/${threadId}/runs/wait`, named)).body.messages[0].id).toBe(name);
      expect("polluted" in {}).toBe(false);
      expect(reported).toEqual([]);
    },
  );
});

test("what a request says cannot put a header into the answer", async () => {
  const { client } = await createFixture(() => ["hi"]);
  const evil = encodeURIComponent("x\r\nset-cookie: toolweave=1");
  for (const [method, path] of [
    ["GET", `/threads/${evil}`],
    ["POST", `/threads/${evil}/runs/stream`],
    ["GET", `/runs/${evil}/stream`],
    ["GET", `/attachments/${evil}`],
    ["GET", `/${evil}`],
  ] as const) {
    const body = method === "POST" ? { assistant_id: "agent", input: HELLO, if_not_exists: "create" } : undefined;
    const { status, headers } = await client.call(method, path, body);
    expect([path, status >= 400 && status < 500, headers.get("set-cookie")]).toEqual([path, true, null]);
  }
});
