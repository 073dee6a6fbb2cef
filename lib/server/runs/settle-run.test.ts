import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { interrupt, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AgentGraph, GraphParts } from "../config";
import { createHandlers } from "../create-handlers";
import { createClient, KEYS_ENV, type TestClient } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { callPieces, type Piece } from "../test-support/scripted-model";

const HELLO = { messages: [{ type: "human", id: "question", content: "hello" }] };

describe("the list of runs tells a reader who comes later", () => {
  const last = async (client: TestClient, threadId: string) =>
    (await client.call("GET", `/threads/${threadId}/runs?limit=1`)).body;

  test("why the newest one failed, and no longer once another has worked", async () => {
    let turn = 0;
    const { client } = await createFixture(() =>
      ++turn === 2 ? ["Half", { fail: new TypeError("terminated") }] : ["fine"],
    );
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    await client.run(threadId, { input: { messages: [{ type: "human", content: "again" }] } });
    expect(await last(client, threadId)).toEqual([
      expect.objectContaining({
        status: "error",
        error: { error: expect.any(String), message: expect.any(String), code: "provider_cut_off" },
      }),
    ]);
    await client.run(threadId, { input: { messages: [{ type: "human", content: "more" }] } });
    expect(await last(client, threadId)).toEqual([expect.objectContaining({ status: "success" })]);
    expect((await last(client, threadId))[0]).not.toHaveProperty("error");
  });

  test("that the server went away while it was running", async () => {
    const { client, handlers, dataDir } = await createFixture(() => ["fine"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    await client.run(threadId, { input: { messages: [{ type: "human", content: "again" }] } });
    await handlers.dispose(0);
    const database = new Sqlite(join(dataDir, "toolweave.sqlite")); // as a crash leaves it
    database.exec("UPDATE runs SET status = 'running' WHERE position = (SELECT max(position) FROM runs)");
    database.exec("UPDATE threads SET status = 'busy'");
    database.close();
    const later = await createFixture(() => ["fine"], { dataDir });
    expect(await last(later.client, threadId)).toEqual([
      expect.objectContaining({
        status: "error",
        error: { error: "ServerRestarted", message: expect.any(String), code: "server_restarted" },
      }),
    ]);
  });
});

describe("a run that pauses inside a subgraph", () => {
  test("keeps what the subgraph had done: the answer goes on there, and runs nothing again", async () => {
    let ran = 0;
    const graph = ({ checkpointer }: GraphParts): AgentGraph => {
      const inner = new StateGraph(MessagesAnnotation)
        .addNode("look", () => {
          ran += 1;
          return {};
        })
        .addNode("ask", () => ({ messages: [{ type: "ai", content: String(interrupt("sure?")) }] }))
        .addEdge("__start__", "look")
        .addEdge("look", "ask")
        .compile();
      return new StateGraph(MessagesAnnotation)
        .addNode("sub", inner)
        .addEdge("__start__", "sub")
        .compile({ checkpointer });
    };
    const { client } = await createFixture(() => [], { agents: { agent: { title: "Asker", graph } } });
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    await client.run(threadId, { command: { resume: "yes" } });
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map(({ content }: { content: string }) => content)).toEqual(["hello", "yes"]);
    expect(ran).toBe(1);
  });
});

describe("a provider that fails in the middle of an answer", () => {
  test("ends the stream with an error for the person, then end, and the next try goes on", async () => {
    let isBroken = true;
    const { client, model } = await createFixture(() => {
      const piece: Piece = isBroken ? { fail: new TypeError("terminated") } : "answer";
      isBroken = false;
      return ["Half an ", piece];
    });
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: HELLO });
    expect(events.slice(-2)).toMatchObject([
      { event: "error", data: { code: "provider_cut_off", message: expect.stringContaining("broke off") } },
      { event: "end" },
    ]);
    const runId = events[0]?.id.split(":")[0];
    expect((await client.call("GET", `/threads/${threadId}/runs/${runId}`)).body).toMatchObject({
      status: "error",
      error: { code: "provider_cut_off" },
    });
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("error");

    await client.run(threadId, {});
    expect(model.asked).toHaveLength(2);
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map(({ content }: { content: string }) => content)).toEqual([
      "hello",
      "Half an answer",
    ]);
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });

  test("leaves the thread usable for a new message", async () => {
    let turn = 0;
    const { client } = await createFixture(() => (++turn === 1 ? ["Half", { fail: new Error("boom") }] : ["Whole"]));
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: HELLO });
    expect(events.at(-2)).toMatchObject({
      event: "error",
      data: { error: "Error", code: "internal", message: "boom" },
    });
    await client.run(threadId, { input: { messages: [{ type: "human", content: "again" }] } });
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map(({ content }: { content: string }) => content)).toEqual([
      "hello",
      "again",
      "Whole",
    ]);
  });
});

/** A provider in OpenAI's format that answers as it is told, over a real socket. */
async function provider(answer: (attempt: number) => { status: number; body: string; isCut?: boolean }) {
  let attempts = 0;
  const server = createServer((_, response) => {
    const { status, body, isCut } = answer(++attempts);
    response.writeHead(status, { "content-type": status === 200 ? "text/event-stream" : "application/json" });
    response.write(body, () => (isCut ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dataDir = mkdtempSync(join(tmpdir(), "toolweave-"));
  const { port } = server.address() as AddressInfo;
  const model = new ChatOpenAI({
    model: "gpt-test",
    apiKey: "sk-secret-key",
    maxRetries: 0,
    configuration: { baseURL: `http://127.0.0.1:${port}` },
  });
  const handlers = createHandlers(
    { model, dataDir, agents: { agent: { title: "A", prompt: "", tools: [] } } },
    { reportError: () => undefined, env: { ...process.env, ...KEYS_ENV } },
  );
  onTestFinished(async () => {
    await handlers.dispose(0);
    server.closeAllConnections();
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const client = createClient(handlers);
  return client.run(await client.newThread(), { input: HELLO });
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

describe("a real provider class over HTTP", () => {
  test.each([
    [
      401,
      { error: { message: "Incorrect API key provided: sk-secret-key", type: "invalid_request_error" } },
      "model_key_refused",
    ],
    [403, { error: { message: "no access" } }, "model_key_refused"],
    [429, { error: { message: "slow down", type: "rate_limit_error" } }, "provider_rate_limited"],
    [500, { error: { message: "oops" } }, "provider_error"],
    [503, { error: { message: "overloaded" } }, "provider_overloaded"],
    [529, { error: { message: "overloaded" } }, "provider_overloaded"],
    [400, { error: { message: "too many tokens" } }, "provider_error"],
  ])("that answers %i tells the person what to do and never quotes the key", async (status, body, code) => {
    const events = await provider(() => ({ status, body: JSON.stringify(body) }));
    expect(events.slice(-2)).toMatchObject([
      { event: "error", data: { code, message: expect.any(String) } },
      { event: "end" },
    ]);
    expect(JSON.stringify(events)).not.toContain("sk-secret-key");
  });

  test("that breaks the connection in the middle is cut off, with the words sent so far", async () => {
    const body = chunk({ role: "assistant", content: "Half " }) + chunk({ content: "an answer" });
    const events = await provider(() => ({ status: 200, body, isCut: true }));
    expect(events.at(-2)).toMatchObject({ event: "error", data: { code: "provider_cut_off" } });
    const words = events.flatMap(({ event, data }) =>
      event === "messages" ? [(data as [{ content: string }])[0].content] : [],
    );
    expect(words.join("")).toBe("Half an answer");
  });

  test("whose raw calls are not sent twice", async () => {
    const call = { index: 0, id: "call-1", type: "function", function: { name: "add", arguments: '{"a":1}' } };
    const body = `${chunk({ role: "assistant", tool_calls: [call] })}${chunk({}, "tool_calls")}data: [DONE]\n\n`;
    const events = await provider(() => ({ status: 200, body }));
    const pieces = events.filter(({ event }) => event === "messages");
    expect(pieces[0]?.data).toMatchObject([
      { tool_call_chunks: [{ index: 0, id: "call-1", name: "add", args: '{"a":1}' }] },
      {},
    ]);
    const written = pieces.filter(({ data }) => (data as [{ type: string }])[0].type === "ai");
    expect(JSON.stringify(written)).not.toContain("additional_kwargs");
  });
});

describe("a tool", () => {
  const callsOnce =
    (name: string) =>
    (history: BaseMessage[]): Piece[] =>
      ToolMessage.isInstance(history.at(-1)) ? ["I see."] : callPieces(0, "call-1", name, {});

  test.each([
    ["that throws", "broken", /^the disk of the tool is full$/, undefined],
    ["that does not exist", "nonsense", /not a valid tool/, "tool_unknown"],
    ["whose arguments are wrong", "add", /did not match expected schema/, "tool_input_invalid"],
  ])("%s answers with status error, and the run goes on", async (_, name, words, code) => {
    const { client, model } = await createFixture(callsOnce(name));
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: HELLO });
    expect(events.map(({ event }) => event)).not.toContain("error");
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages[2]).toMatchObject({ type: "tool", status: "error", tool_call_id: "call-1" });
    expect(state.values.messages[2].content).toMatch(words);
    expect(state.values.messages[2].additional_kwargs).toEqual(code && { toolweave: { code } });
    expect(model.asked).toHaveLength(2);
  });
});
