import { describe, expect, test } from "vitest";
import { createFixture } from "../test-support/fixture";

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
    ] as const) {
      const response = await client.call(method, path, body);
      expect([path, response.status, response.body.code]).toEqual([path, 404, "not_found"]);
    }
    expect((await client.call("POST", `${place}/history`, { before: 3 })).body).toMatchObject({ field: "before" });
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
