import { setTimeout as wait } from "node:timers/promises";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, emptyCheckpoint, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { tool } from "langchain";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { AgentGraph, GraphParts } from "../config";
import { createMemoryStorage } from "../persistence/memory/memory-storage";
import { SERVER_STOPPED } from "../persistence/server-gone";
import { readAll, readEvents, type SentEvent } from "../test-support/client";
import { createFixture, TOOLS } from "../test-support/fixture";
import { isText, messages, runUntil, stop } from "../test-support/run-until";
import { callPieces, type Piece } from "../test-support/scripted-model";

const input = (content: string) => ({ messages: [{ type: "human", id: `question-${content}`, content }] });
const FOREVER: Piece = { pauseMs: 60_000 };

const isArgs = (args: string) => (event: SentEvent) =>
  event.event === "messages" && JSON.stringify(event.data).includes(JSON.stringify(args));
const isStartOf = (name: string) => (event: SentEvent) =>
  event.event === "tools" && (event.data as { name: string }).name === name;

describe("stop", () => {
  test("ends the model and keeps the text that was streamed, under the same id, also after a restart", async () => {
    const fixture = await createFixture(() => ["Once upon ", "a time", FOREVER, "never"]);
    const { client, model } = fixture;
    const threadId = await client.newThread();
    const { runId, rest } = await runUntil(client, threadId, { input: input("a story") }, isText("a time"));
    await stop(client, threadId, runId);
    const events = await rest();
    expect(events.map(({ event }) => event)).not.toContain("error");
    expect(events.at(-1)?.event).toBe("end");
    expect(model.abortedTurns).toBe(1);
    expect((await client.call("GET", `/threads/${threadId}/runs/${runId}`)).body.status).toBe("interrupted");
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");

    const after = await fixture.restart();
    const kept = await messages(after.client, threadId);
    expect(kept.map(({ type, content }) => [type, content])).toEqual([
      ["human", "a story"],
      ["ai", "Once upon a time"],
    ]);
    const streamed = events.find(({ event }) => event === "messages")?.data as [{ id: string }];
    expect(kept[1]?.id).toBe(streamed[0].id);
    expect(kept[1]?.additional_kwargs).toEqual({ toolweave: { end: "stopped" } });
  });

  test("in the middle of arguments keeps them as far as they were written, and closes the call", async () => {
    const { client, model } = await createFixture((history) =>
      history.length > 2
        ? ["All right."]
        : [
            ...callPieces(0, "call-whole", "add", { a: 1, b: 2 }),
            { call: { index: 1, id: "call-cut", name: "draft", args: '{"to":"ines","body":"Dear I' } },
            FOREVER,
          ],
    );
    const threadId = await client.newThread();
    const { runId, rest } = await runUntil(
      client,
      threadId,
      { input: input("draft") },
      isArgs('{"to":"ines","body":"Dear I'),
    );
    await stop(client, threadId, runId);
    await rest();
    const kept = await messages(client, threadId);
    expect(kept[1]?.tool_calls).toMatchObject([
      { id: "call-whole", args: { a: 1, b: 2 } },
      { id: "call-cut", args: { to: "ines", body: "Dear I" } },
    ]);
    expect(kept.slice(2).map(({ type, status }) => [type, status])).toEqual([
      ["tool", "error"],
      ["tool", "error"],
    ]);
    await client.run(threadId, { input: input("go on") });
    expect(model.asked).toHaveLength(2);
    expectAnswered(model.asked.at(-1) ?? []);
  });

  test("while tools run ends them, keeps what siblings answered, and closes the rest", async () => {
    const { client, model } = await createFixture((history) =>
      history.length > 2
        ? ["All right."]
        : [...callPieces(0, "call-slow", "slow", {}), ...callPieces(1, "call-add", "add", { a: 1, b: 2 })],
    );
    const threadId = await client.newThread();
    const { runId, rest } = await runUntil(client, threadId, { input: input("both") }, isStartOf("slow"));
    let kept = await messages(client, threadId);
    while (!kept.some(({ type }) => type === "tool")) kept = await messages(client, threadId);
    await stop(client, threadId, runId);
    await rest();
    const results = (await messages(client, threadId)).filter(({ type }) => type === "tool");
    expect(results.map(({ content, status }) => [content, status])).toEqual([
      [expect.stringContaining("Cancelled"), "error"],
      ["3", "success"],
    ]);
    expect(results[0]).toMatchObject({ additional_kwargs: { toolweave: { code: "tool_cancelled" } } });
    expect(model.asked).toHaveLength(1);
    await client.run(threadId, { input: input("go on") });
    expectAnswered(model.asked.at(-1) ?? []);
  });

  test("does not wait long for a tool that does not listen, beside one that has answered", async () => {
    const deaf = tool(() => wait(60_000, "done", { ref: false }), {
      name: "deaf",
      description: "Goes on.",
      schema: z.object({}),
    });
    const { client } = await createFixture(
      () => [...callPieces(0, "call-deaf", "deaf", {}), ...callPieces(1, "call-add", "add", { a: 1, b: 2 })],
      { agents: { agent: { title: "Assistant", prompt: "Be brief.", tools: [...TOOLS, deaf] } } },
    );
    const threadId = await client.newThread();
    const { runId, rest } = await runUntil(client, threadId, { input: input("both") }, isStartOf("deaf"));
    while (!(await messages(client, threadId)).some(({ type }) => type === "tool"));
    const startedAt = performance.now();
    await stop(client, threadId, runId);
    expect((await rest()).at(-1)?.event).toBe("end");
    expect(performance.now() - startedAt).toBeLessThan(10_000); // the tool alone would take a minute
    const results = (await messages(client, threadId)).filter(({ type }) => type === "tool");
    expect(results.map(({ status }) => status)).toEqual(["error", "success"]);
  });

  test("of a graph that goes on all the same: what it writes later is refused", async () => {
    const late = Promise.withResolvers<unknown>();
    const graph = ({ checkpointer }: GraphParts): AgentGraph =>
      new StateGraph(MessagesAnnotation)
        .addNode("deaf", async (_, config) => {
          await wait(1_500);
          const place = { configurable: { ...config.configurable, checkpoint_ns: "" } };
          const tuple = await checkpointer.getTuple({
            configurable: { ...place.configurable, checkpoint_id: undefined },
          });
          if (!tuple?.metadata) throw new Error("the thread has a checkpoint");
          const written = checkpointer.put(
            place,
            { ...tuple.checkpoint, id: emptyCheckpoint().id },
            tuple.metadata,
            {},
          );
          await written.then(late.resolve, late.resolve);
          return {};
        })
        .addEdge("__start__", "deaf")
        .compile({ checkpointer });
    const { client } = await createFixture(() => [], { agents: { agent: { title: "Deaf", graph } } });
    const threadId = await client.newThread();
    const request = { assistant_id: "agent", input: input("hi") };
    const { body: run } = await client.call("POST", `/threads/${threadId}/runs`, request);
    await wait(100); // it is at work
    await stop(client, threadId, run.run_id);
    expect(await late.promise).toMatchObject({ code: "conflict" });
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["hi"]);
  });

  test("leaves out what a subgraph was writing: it is no message of the thread", async () => {
    const inner = (model: BaseChatModel) =>
      new StateGraph(MessagesAnnotation)
        .addNode("think", async ({ messages: history }, config) => ({
          messages: [await model.invoke(history, config)],
        }))
        .addEdge("__start__", "think")
        .compile();
    const graph = ({ model, checkpointer }: GraphParts): AgentGraph =>
      new StateGraph(MessagesAnnotation)
        .addNode("sub", inner(model))
        .addEdge("__start__", "sub")
        .compile({ checkpointer });
    const { client } = await createFixture(() => ["inner ", "words", FOREVER], {
      agents: { agent: { title: "Nested", graph } },
    });
    const threadId = await client.newThread();
    const response = await client.startStream(threadId, { input: input("hi"), stream_subgraphs: true });
    const runId = response.headers.get("content-location")?.split("/").at(-1) ?? "";
    for await (const { event, data } of readEvents(response)) {
      if (event.startsWith("messages|") && (data as [{ content: string }])[0].content === "words") break;
    }
    await stop(client, threadId, runId);
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["hi"]);
  });

  test("right after the start keeps the person's message", async () => {
    const { client } = await createFixture(() => [FOREVER]);
    const threadId = await client.newThread();
    const { body: run } = await client.call("POST", `/threads/${threadId}/runs`, {
      assistant_id: "agent",
      input: input("hi"),
    });
    await stop(client, threadId, run.run_id);
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["hi"]);
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });

  test("of a run that has settled changes nothing, and without wait it is accepted at once", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: input("hi") });
    const path = `/threads/${threadId}/runs/${events[0]?.id.split(":")[0]}/cancel`;
    expect((await client.call("POST", path)).status).toBe(202);
    expect((await client.call("POST", `${path}?wait=0`)).status).toBe(202);
    expect((await client.call("POST", `${path}?wait=1`)).status).toBe(204);
    expect(await messages(client, threadId)).toHaveLength(2);
  });

  test.each(["values", "updates", "custom", "events"])(
    "keeps what was written in a run that streams only %s",
    async (mode) => {
      const { client, model } = await createFixture(() => ["Half an ", "answer", FOREVER]);
      const threadId = await client.newThread();
      const request = { assistant_id: "agent", input: input("hi"), stream_mode: mode };
      const { body: run } = await client.call("POST", `/threads/${threadId}/runs`, request);
      await vi.waitFor(() => expect(model.asked).toHaveLength(1));
      await wait(50); // both words, and then the minute's pause
      await stop(client, threadId, run.run_id);
      expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["hi", "Half an answer"]);
    },
  );

  test("that comes before the input is saved keeps what the person sent", async () => {
    const storage = createMemoryStorage();
    const { client } = await createFixture(() => [FOREVER], { storage: { ...storage, saver: slowed(storage.saver) } });
    const threadId = await client.newThread();
    const request = { assistant_id: "agent", input: input("hi") };
    const { body: run } = await client.call("POST", `/threads/${threadId}/runs`, request);
    await stop(client, threadId, run.run_id);
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["hi"]);
    expect((await client.call("GET", `/threads/${threadId}/state`)).body.next).toEqual(["model_request"]);
  });

  test("of the whole server stops runs in time, with what they had said kept", async () => {
    const fixture = await createFixture(() => ["Half an ", "answer", FOREVER]);
    const threadId = await fixture.client.newThread();
    const { rest } = await runUntil(fixture.client, threadId, { input: input("hi") }, isText("answer"));
    const reading = rest();
    const startedAt = performance.now();
    await fixture.handlers.dispose(500);
    expect(performance.now() - startedAt).toBeLessThan(8_000); // the model alone would take a minute
    const told = (await reading).slice(-2);
    expect(told).toMatchObject([{ event: "error", data: SERVER_STOPPED }, { event: "end" }]);
    const { client } = await fixture.restart();
    expect((await messages(client, threadId)).at(-1)).toMatchObject({
      content: "Half an answer",
      additional_kwargs: { toolweave: { end: "broken" } }, // nobody pressed Stop
    });
    const [run] = (await client.call("GET", `/threads/${threadId}/runs`)).body;
    expect(run).toMatchObject({ status: "interrupted", error: SERVER_STOPPED });
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });

  test("of the whole server says in words why a tool and a run in the queue came to nothing", async () => {
    const fixture = await createFixture(() => callPieces(0, "call-slow", "slow", {}));
    const threadId = await fixture.client.newThread();
    const { rest } = await runUntil(fixture.client, threadId, { input: input("hi") }, isStartOf("slow"));
    const queued = await fixture.client.startStream(threadId, { input: input("more"), multitask_strategy: "enqueue" });
    const [, , waited] = await Promise.all([fixture.handlers.dispose(100), rest(), readAll(queued)]);
    expect(waited.map(({ event }) => event)).toEqual(["metadata", "error", "end"]);
    expect(waited[1]?.data).toEqual(SERVER_STOPPED);
    const { client } = await fixture.restart();
    const runs = (await client.call("GET", `/threads/${threadId}/runs`)).body;
    expect(runs.map(({ status, error }: { status: string; error: unknown }) => [status, error])).toEqual([
      ["interrupted", SERVER_STOPPED],
      ["interrupted", SERVER_STOPPED],
    ]);
    expect((await messages(client, threadId)).at(-1)).toMatchObject({
      content: "Cancelled: the server was stopped before this was done.",
      status: "error",
    });
  });
});

/** A saver on a disk that takes its time. */
function slowed(saver: BaseCheckpointSaver): BaseCheckpointSaver {
  const put = saver.put.bind(saver);
  saver.put = async (...checkpoint) => {
    await wait(1_200); // more than a graph has to obey a stop
    return put(...checkpoint);
  };
  return saver;
}

/** Every call of the history has its answer right behind it, as every provider demands. */
function expectAnswered(history: BaseMessage[]): void {
  const open = new Set<string>();
  for (const message of history) {
    if (ToolMessage.isInstance(message)) expect(open.delete(message.tool_call_id)).toBe(true);
    else expect([...open]).toEqual([]);
    for (const { id } of (message as { tool_calls?: { id: string }[] }).tool_calls ?? []) open.add(id);
  }
  expect([...open]).toEqual([]);
}
