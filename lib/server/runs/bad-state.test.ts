import { join } from "node:path";
import { RemoveMessage } from "@langchain/core/messages";
import { Annotation, interrupt, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { AgentGraph, GraphParts, ToolweaveConfig } from "../config";
import { createFixture, type Fixture } from "../test-support/fixture";

const HELLO = { messages: [{ type: "human", id: "hello", content: "hello" }] };
const AGAIN = { messages: [{ type: "human", id: "again", content: "again" }] };

/** A node that takes a message out that is not there, which LangGraph's reducer refuses, when it is told to. */
function forgetful(parts: GraphParts): AgentGraph {
  return new StateGraph(MessagesAnnotation)
    .addNode("answer", async ({ messages }) => ({ messages: [await parts.model.invoke(messages)] }))
    .addNode("forget", ({ messages }) => ({
      messages:
        messages.some(({ id }) => id === "hello") && messages.length === 2 ? [new RemoveMessage({ id: "nobody" })] : [],
    }))
    .addEdge("__start__", "answer")
    .addEdge("answer", "forget")
    .addEdge("forget", "__end__")
    .compile({ checkpointer: parts.checkpointer }) as unknown as AgentGraph;
}

const Count = Annotation.Root({
  count: Annotation<number>({
    default: () => 0,
    reducer: (left, right) => {
      if (typeof right !== "number") throw new TypeError("only numbers can be counted");
      return left + right;
    },
  }),
});

/** Counts, and refuses anything but numbers. */
function picky(parts: GraphParts): AgentGraph {
  const builder = new StateGraph(Count).addNode("nothing", () => ({}));
  builder.addEdge("__start__", "nothing").addEdge("nothing", "__end__");
  return builder.compile({ checkpointer: parts.checkpointer }) as unknown as AgentGraph;
}

/** Counts what the person answers. */
function asker(parts: GraphParts): AgentGraph {
  const builder = new StateGraph(Count).addNode("ask", () => ({ count: interrupt("How many?") }));
  builder.addEdge("__start__", "ask").addEdge("ask", "__end__");
  return builder.compile({ checkpointer: parts.checkpointer }) as unknown as AgentGraph;
}

/** A graph that cannot say its state while it is broken. */
function breakable(graph: AgentGraph, isBroken: () => boolean): AgentGraph {
  const { getState } = graph;
  graph.getState = async (...args) => {
    if (isBroken()) throw new Error("the state cannot be read");
    return getState.apply(graph, args);
  };
  return graph;
}

/** A write of a remove of nobody at the last checkpoint, as LangGraph saves it before it applies it. */
function poison(dataDir: string, threadId: string): void {
  const database = new Sqlite(join(dataDir, "toolweave.sqlite"));
  const { id } = database
    .prepare("SELECT max(checkpoint_id) AS id FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = ''")
    .get(threadId) as { id: string };
  const remove = JSON.stringify([new RemoveMessage({ id: "nobody" })]);
  database
    .prepare(`
      INSERT INTO checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value)
      VALUES (?, '', ?, ?, 0, 'messages', 'json', ?)`)
    .run(threadId, id, "00000000-0000-0000-0000-000000000000", Buffer.from(remove));
  database.close();
}

const agents: ToolweaveConfig["agents"] = { agent: { title: "Forgetful", graph: forgetful } };

async function expectSettled({ client }: Fixture, threadId: string) {
  const { body: runs } = await client.call("GET", `/threads/${threadId}/runs?limit=1`);
  expect(runs[0]).toMatchObject({ status: "error", error: { error: expect.any(String), message: expect.any(String) } });
  expect((await client.call("GET", `/threads/${threadId}`)).body).toMatchObject({ status: "error" });
}

describe("a thread whose state the graph's reducer cannot make", () => {
  test("of a node's result: the run fails, what came before stays readable, and the next run works", async () => {
    const fixture = await createFixture(() => ["Answer."], { agents });
    const { client } = fixture;
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: HELLO });
    expect(events.slice(-2)).toMatchObject([
      { event: "error", data: { message: expect.stringContaining("nobody") } },
      { event: "end" },
    ]);
    await expectSettled(fixture, threadId);
    const { status, body } = await client.call("GET", `/threads/${threadId}/state`);
    expect([status, body.values.messages.map(({ content }: { content: string }) => content)]).toEqual([
      200,
      ["hello", "Answer."],
    ]);
    const next = await client.run(threadId, { input: AGAIN });
    expect(next.some(({ event }) => event === "error")).toBe(false);
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });

  test("of the input itself: nothing of it stays in the way", async () => {
    const fixture = await createFixture(() => ["Answer."], { agents: { agent: { title: "Picky", graph: picky } } });
    const { client } = fixture;
    const threadId = await client.newThread();
    await client.run(threadId, { input: { count: 1 } });
    for (const request of [{ input: { count: "many" } }, { command: { update: { count: "many" } } }]) {
      const { body } = await client.call("POST", `/threads/${threadId}/runs/wait`, {
        assistant_id: "agent",
        ...request,
      });
      expect(body).toMatchObject({ __error__: { message: "only numbers can be counted" } });
      await expectSettled(fixture, threadId);
      const { status, body: state } = await client.call("GET", `/threads/${threadId}/state`);
      expect([status, state.values]).toEqual([200, { count: 1 }]);
    }
    const { body } = await client.call("POST", `/threads/${threadId}/runs/wait`, {
      assistant_id: "agent",
      input: { count: 2 },
    });
    expect(body).toEqual({ count: 3 });
  });

  test("of an answer to a pause: the pause is as it was, and a good answer goes on", async () => {
    const { client } = await createFixture(() => ["Answer."], { agents: { agent: { title: "Asker", graph: asker } } });
    const threadId = await client.newThread();
    await client.run(threadId, { input: { count: 1 } });
    const waiting = async () => {
      const { status, body } = await client.call("GET", `/threads/${threadId}/state`);
      expect([status, body.values]).toEqual([200, { count: 1 }]);
      return body.tasks.flatMap(({ interrupts }: { interrupts: { id: string }[] }) => interrupts);
    };
    const [asked] = await waiting();
    const answer = (count: unknown) =>
      client.call("POST", `/threads/${threadId}/runs/wait`, {
        assistant_id: "agent",
        command: { resume: { [asked.id]: count } },
      });
    expect((await answer("many")).body).toMatchObject({ __error__: { message: "only numbers can be counted" } });
    expect(await waiting()).toEqual([asked]);
    expect((await answer(4)).body).toEqual({ count: 5 });
  });

  test("and that an earlier version left behind is readable again, and the next run works", async () => {
    const first = await createFixture(() => ["Answer."], { agents });
    const threadId = await first.client.newThread();
    await first.client.run(threadId, { input: { messages: [{ type: "human", content: "hi" }] } });
    await first.handlers.dispose(0);
    poison(first.dataDir, threadId);
    const { client } = await createFixture(() => ["Answer."], { agents, dataDir: first.dataDir });
    const { status, body } = await client.call("GET", `/threads/${threadId}/state`);
    expect([status, body.values.messages?.length]).toEqual([200, 2]);
    const next = await client.run(threadId, { input: AGAIN });
    expect(next.some(({ event }) => event === "error")).toBe(false);
  });

  test("for another reason is closed all the same, and keeps its pending writes", async () => {
    let isBroken = false;
    const graph = (parts: GraphParts) => breakable(asker(parts), () => isBroken);
    const fixture = await createFixture(() => ["Answer."], { agents: { agent: { title: "Breakable", graph } } });
    const { client } = fixture;
    const threadId = await client.newThread();
    isBroken = true;
    const events = await client.run(threadId, { input: { count: 1 } });
    expect(events.slice(-2)).toMatchObject([{ event: "error" }, { event: "end" }]);
    await expectSettled(fixture, threadId);
    expect((await client.call("GET", `/threads/${threadId}/state`)).status).toBe(500);
    isBroken = false;
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    expect(body.tasks[0].interrupts).toHaveLength(1);
  });
});
