import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { AgentGraph, GraphParts } from "../config";
import { createClient, TESTER } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { callPieces } from "../test-support/scripted-model";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const HELLO = { messages: [{ type: "human", content: "hello" }] };

describe("refusals", () => {
  test.each([
    ["a body that is not JSON", "/threads", "{oops", 400, "bad_request", undefined],
    ["metadata that is no object", "/threads", { metadata: 3 }, 400, "bad_request", "metadata"],
    ["a thread id that is no UUID", "/threads", { thread_id: "abc" }, 400, "bad_request", "thread_id"],
    ["a limit out of range", "/threads/search", { limit: 100_000 }, 400, "bad_request", "limit"],
    ["a body that is a list", "/threads/search", [], 400, "bad_request", undefined],
  ])("%s is answered with the field that is wrong", async (_, path, body, status, code, field) => {
    const { client } = await createFixture(() => ["hi"]);
    const response = await client.call("POST", path, body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code, message: expect.any(String) });
    expect(response.body.field).toBe(field);
  });

  test.each([
    ["no agent", { input: HELLO }, 400, "bad_request", "assistant_id"],
    ["an agent that is not configured", { assistant_id: "nobody", input: HELLO }, 404, "not_found", "assistant_id"],
    ["a mode that nobody knows", { assistant_id: "agent", stream_mode: "loud" }, 400, "bad_request", "stream_mode"],
    [
      "a message without content",
      { assistant_id: "agent", input: { messages: [{ type: "human" }] } },
      400,
      "bad_request",
      "input.messages.0.content",
    ],
    [
      "a message that is a number",
      { assistant_id: "agent", input: { messages: [{ type: "human", content: "a" }, 7] } },
      400,
      "bad_request",
      "input.messages.1",
    ],
    ["nothing to go on with", { assistant_id: "agent" }, 400, "bad_request", "input"],
    ["a command that is text", { assistant_id: "agent", command: "go" }, 400, "bad_request", "command"],
    [
      "an unknown checkpoint",
      { assistant_id: "agent", input: HELLO, checkpoint_id: "none" },
      404,
      "not_found",
      "checkpoint_id",
    ],
  ])("a run with %s does not start", async (_, request, status, code, field) => {
    const { client, model } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    for (const path of ["runs/stream", "runs", "runs/wait"]) {
      const response = await client.call("POST", `/threads/${threadId}/${path}`, request);
      expect([path, response.status, response.body.code, response.body.field]).toEqual([path, status, code, field]);
    }
    expect((await client.call("GET", `/threads/${threadId}/runs`)).body).toEqual([]);
    expect(model.asked).toEqual([]);
  });

  test("a thread is made by its first run only under a UUID", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const run = { assistant_id: "agent", input: HELLO, if_not_exists: "create" };
    expect((await client.call("POST", "/threads/any%0Athing/runs", run)).body).toMatchObject({ field: "thread_id" });
    expect((await client.call("POST", `/threads/${UNKNOWN}/runs/wait`, run)).body.messages).toHaveLength(2);
  });

  test("whatever is unknown is a typed 404", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    const run = { assistant_id: "agent", input: HELLO };
    const requests: [string, string, unknown?][] = [
      ["GET", `/threads/${UNKNOWN}`],
      ["PATCH", `/threads/${UNKNOWN}`, { metadata: {} }],
      ["DELETE", `/threads/${UNKNOWN}`],
      ["GET", `/threads/${UNKNOWN}/state`],
      ["GET", `/threads/${threadId}/state/none`],
      ["POST", `/threads/${UNKNOWN}/history`, {}],
      ["GET", `/threads/${UNKNOWN}/history`],
      ["POST", `/threads/${UNKNOWN}/runs/stream`, run],
      ["POST", `/threads/${UNKNOWN}/runs`, run],
      ["POST", `/threads/${UNKNOWN}/runs/wait`, run],
      ["GET", `/threads/${UNKNOWN}/runs`],
      ["GET", `/threads/${threadId}/runs/${UNKNOWN}`],
      ["GET", `/threads/${threadId}/runs/${UNKNOWN}/stream`],
      ["GET", `/threads/${threadId}/runs/${UNKNOWN}/join`],
      ["POST", `/threads/${threadId}/runs/${UNKNOWN}/cancel`],
      ["POST", `/threads/${UNKNOWN}/interrupts/x/claim`, { holder: "page" }],
      ["GET", "/assistants/nobody"],
      ["GET", "/nothing"],
      ["POST", "/threads/x/y/z", {}],
    ];
    for (const [method, path, body] of requests) {
      const response = await client.call(method, path, body);
      expect([method, path, response.status, response.body.code]).toEqual([method, path, 404, "not_found"]);
    }
  });

  test("a body over the limit is refused, whether its length is declared or not", async () => {
    const { client, handlers } = await createFixture(() => ["hi"], { maxBodyBytes: 1000 });
    const text = JSON.stringify({ metadata: { text: "x".repeat(2000) } });
    expect(await client.call("POST", "/threads", text)).toMatchObject({ status: 413, body: { code: "too_large" } });
    const undeclared = new Request("http://localhost/api/threads", {
      method: "POST",
      headers: { ...TESTER, "content-type": "application/json" },
      body: new Blob([text]).stream(),
      duplex: "half",
    } as RequestInit);
    expect((await handlers.fetch(undeclared)).status).toBe(413);
  });

  test("a body that a page of another origin could send unasked is not read", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const response = await client.send("POST", "/threads", "{}", { "content-type": "text/plain" });
    expect([response.status, (await response.json()).code]).toEqual([400, "bad_request"]);
  });

  test("everything is refused with 503 once the server is closing", async () => {
    const { client, handlers } = await createFixture(() => ["hi"]);
    await client.newThread();
    await handlers.dispose(0);
    expect(await client.call("POST", "/threads", {})).toMatchObject({ status: 503, body: { code: "shutting_down" } });
  });
});

describe("what the page is told", () => {
  test("names the model, the agents with their tools, and the suggestions", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const { body } = await client.call("GET", "/info");
    expect(body.toolweave.model).toEqual({ id: "scripted", isDemo: false });
    expect(body.toolweave.agents).toEqual([
      {
        id: "agent",
        title: "Assistant",
        suggestions: [],
        tools: [
          { name: "add", title: "Add", isHeadless: false },
          { name: "multiply", title: "Multiply", isHeadless: false },
          { name: "broken", title: "Broken", isHeadless: false },
          { name: "slow", title: "Slow", isHeadless: false },
          { name: "get_location", title: "Your location", isHeadless: true },
        ],
      },
    ]);
    expect((await client.call("GET", "/ok")).body).toEqual({ ok: true });
    const { body: assistants } = await client.call("POST", "/assistants/search", {});
    expect(assistants).toMatchObject([{ assistant_id: "agent", graph_id: "agent", name: "Assistant" }]);
    expect((await client.call("GET", "/assistants/agent")).body).toEqual(assistants[0]);
  });
});

test("no answer is kept by a browser or a proxy, or taken for what it is not, unless its route says so", async () => {
  const { handlers, client } = await createFixture(() => ["hi"]);
  await handlers.start();
  const visitor = createClient(handlers, {});
  const kept = async (who: typeof client, method: string, path: string, body?: unknown) => {
    const { headers } = await who.send(method, path, body);
    return [path, headers.get("cache-control"), headers.get("x-content-type-options")];
  };
  expect((await visitor.send("GET", "/info")).headers.get("set-cookie")).toMatch(/^toolweave_/);
  expect(await kept(visitor, "GET", "/info")).toEqual(["/info", "no-store", "nosniff"]);
  for (const [method, path, body] of [
    ["POST", "/threads", {}],
    ["POST", "/threads", "{oops"],
    ["POST", "/threads/search", {}],
    ["GET", `/threads/${UNKNOWN}`],
    ["HEAD", "/info"],
    ["GET", "/nothing"],
    ["PUT", "/threads"],
    ["POST", "/runs/wait", { assistant_id: "agent", input: HELLO }],
  ] as const)
    expect(await kept(client, method, path, body)).toEqual([path, "no-store", "nosniff"]);
  expect((await client.send("HEAD", "/info")).status).toBe(200);
  const stream = ["/runs/stream", "no-cache, no-transform", "nosniff"];
  expect(await kept(client, "POST", "/runs/stream", { assistant_id: "agent", input: HELLO })).toEqual(stream);
});

test("a request configures the graph, but never reaches another thread or LangGraph's own switches", async () => {
  const seen: unknown[] = [];
  const graph = ({ checkpointer }: GraphParts): AgentGraph =>
    new StateGraph(MessagesAnnotation)
      .addNode("look", (_, config) => {
        seen.push(config.configurable);
        return { messages: [{ type: "ai", content: "seen" }] };
      })
      .addEdge("__start__", "look")
      .compile({ checkpointer });
  const { client } = await createFixture(() => [], { agents: { agent: { title: "Looker", graph } } });
  const [mine, other] = [await client.newThread(), await client.newThread()];
  const configurable = { tone: "kind", thread_id: other, checkpoint_ns: "x", __pregel_resuming: true };
  await client.run(mine, { input: HELLO, config: { configurable } });
  expect(seen).toMatchObject([{ tone: "kind", thread_id: mine }]);
  expect((await client.call("GET", `/threads/${other}/state`)).body.values).toEqual({});
  expect((await client.call("GET", `/threads/${mine}/state`)).body.values.messages).toHaveLength(2);
});

test("handlers answer under whatever prefix they are given", async () => {
  const { handlers } = await createFixture(() => callPieces(0, "c", "add", {}), { basePath: "/chat/v1" });
  expect((await handlers.fetch(new Request("http://localhost/chat/v1/ok"))).status).toBe(200);
  expect((await handlers.fetch(new Request("http://localhost/api/ok"))).status).toBe(404);
});
