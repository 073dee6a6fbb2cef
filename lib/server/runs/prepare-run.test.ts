import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { Command, InMemoryStore, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createMiddleware, tool } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getLocation } from "@/lib/headless/contract";
import type { AgentGraph, GraphParts } from "../config";
import { registerHeadless } from "../middleware/register-headless";
import type { TestClient } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { callPieces, type Piece, ScriptedModel } from "../test-support/scripted-model";

const WHERE = { messages: [{ type: "human", id: "question", content: "Where am I?" }] };
const PLACE = { latitude: 52.5, longitude: 13.4, accuracy_m: 20 };

/** Asks the browser `count` times at once (and the server once), then says what it was told. */
function asks(count: number) {
  return (messages: BaseMessage[]): Piece[] => {
    const last = messages.at(-1);
    if (ToolMessage.isInstance(last)) return ["Told."];
    if (last?.text === "hello") return ["Hello."];
    const browser = Array.from({ length: count }, (_, index) =>
      callPieces(index, `call-${index}`, "get_location", { high_accuracy: index > 0 }),
    );
    return ["One moment. ", ...browser.flat(), ...callPieces(count, "call-sum", "add", { a: 1, b: 2 })];
  };
}

type Waiting = { id: string; value: { type: string; toolCall: { id: string; name: string; args: object } } };

async function pending(client: TestClient, threadId: string): Promise<Waiting[]> {
  const { body } = await client.call("GET", `/threads/${threadId}/state`);
  return body.tasks.flatMap((task: { interrupts: Waiting[] }) => task.interrupts);
}

async function messages(client: TestClient, threadId: string) {
  const { body } = await client.call("GET", `/threads/${threadId}/state`);
  return body.values.messages.map((message: Record<string, unknown>) => [
    message.type,
    message.content,
    message.status,
  ]);
}

async function paused(client: TestClient): Promise<{ threadId: string; waiting: Waiting[] }> {
  const threadId = await client.newThread();
  await client.run(threadId, { input: WHERE });
  return { threadId, waiting: await pending(client, threadId) };
}

const claim = (client: TestClient, threadId: string, id: string, holder: string) =>
  client.call("POST", `/threads/${threadId}/interrupts/${id}/claim`, { holder });

describe("a browser tool", () => {
  test("pauses the graph with LangChain's payload, on the stream, in the state and on the thread", async () => {
    const { client } = await createFixture(asks(1));
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: WHERE });
    const sent = events.flatMap(({ event, data }) => {
      const waiting = (data as { __interrupt__?: Waiting[] } | null)?.__interrupt__;
      return event === "updates" && waiting ? waiting : [];
    });
    const toolCall = { id: "call-0", name: "get_location", args: { high_accuracy: false } };
    expect(sent).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{32}$/), value: { type: "tool", toolCall } }]);
    expect(await pending(client, threadId)).toEqual(sent);
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    expect(thread.status).toBe("interrupted");
    expect(Object.values(thread.interrupts)).toEqual([sent]);
    const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
    expect(runs[0].status).toBe("success");
  });

  test("is claimed and answered after a restart, and the answer resumes the graph once", async () => {
    const first = await createFixture(asks(1));
    const { threadId, waiting } = await paused(first.client);
    const [{ id }] = waiting as [Waiting];
    const { client, model } = await first.restart();
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("interrupted");
    expect(await pending(client, threadId)).toEqual(waiting);
    expect(await claim(client, threadId, id, "page-1")).toMatchObject({
      status: 200,
      body: { interrupt_id: id, holder: "page-1", lease_expires_at: expect.stringMatching(/^20.*Z$/) },
    });
    await client.run(threadId, { command: { resume: { [id]: PLACE } } });
    expect(model.asked).toHaveLength(1);
    expect(await messages(client, threadId)).toEqual([
      ["human", "Where am I?", undefined],
      ["ai", "One moment. ", undefined],
      ["tool", JSON.stringify(PLACE), "success"],
      ["tool", "3", "success"],
      ["ai", "Told.", undefined],
    ]);
    expect((await client.call("GET", `/threads/${threadId}`)).body).toMatchObject({ status: "idle", interrupts: {} });
  });

  test.each([
    ["wrapped by its call id, as LangChain's hook sends it", { "call-0": PLACE }, JSON.stringify(PLACE), "success"],
    [
      "a failure of the browser",
      { type: "toolweave.tool_error", code: "tool_declined", message: "The person said no." },
      "The person said no.",
      "error",
    ],
    ["not what the contract promises", { latitude: "north" }, expect.stringContaining("latitude"), "error"],
    ["null", null, expect.stringContaining("expected object"), "error"],
  ])("whose answer is %s (case 157)", async (_, answer, content, status) => {
    const { client } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const events = await client.run(threadId, { command: { resume: { [waiting[0]?.id ?? ""]: answer } } });
    expect(events.filter(({ event }) => event === "error")).toEqual([]);
    expect((await messages(client, threadId))[2]).toEqual(["tool", content, status]);
  });

  test("keeps the code of a failure beside the words, for whoever opens the thread later", async () => {
    const { client } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const answer = { type: "toolweave.tool_error", code: "tool_timed_out", message: "Too slow." };
    await client.run(threadId, { command: { resume: { [waiting[0]?.id ?? ""]: answer } } });
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    expect(body.values.messages[2].additional_kwargs).toEqual({ toolweave: { code: "tool_timed_out" } });
  });
});

describe("a browser tool that is cancelled by a new message", () => {
  test.each([
    ["that nobody had claimed", false],
    ["that a page had claimed", true],
  ])("%s says whether it may have run", async (_, isClaimed) => {
    const { client } = await createFixture(asks(2));
    const { threadId, waiting } = await paused(client);
    const first = waiting.find(({ value }) => value.toolCall.id === "call-0")?.id ?? "";
    if (isClaimed) expect((await claim(client, threadId, first, "page")).status).toBe(200);
    await client.run(threadId, { input: { messages: [{ type: "human", content: "hello" }] } });
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    const answers = body.values.messages.filter(({ status }: { status?: string }) => status === "error");
    const [of0, of1] = ["call-0", "call-1"].map((id) =>
      answers.find(({ tool_call_id }: { tool_call_id: string }) => tool_call_id === id),
    );
    const mark = { code: "tool_cancelled" };
    expect(of0.additional_kwargs.toolweave).toEqual(isClaimed ? { ...mark, mayHaveRun: true } : mark);
    expect(of0.content.includes("may have been done")).toBe(isClaimed);
    expect([of1.additional_kwargs.toolweave, of1.content]).toEqual([mark, expect.not.stringContaining("may have")]);
  });
});

describe("the answers of a turn that a new message ends", () => {
  const HELLO = { input: { messages: [{ type: "human", content: "hello" }] } };

  test("stand in the order of the calls: a waiting call before, between and behind those that are done", async () => {
    const { client, model } = await createFixture(asks(3));
    const { threadId, waiting } = await paused(client);
    await client.run(threadId, { command: { resume: { [waiting[1]?.id ?? ""]: PLACE } } });
    const events = await client.run(threadId, HELLO);
    expect(events.filter(({ event }) => event === "error")).toEqual([]);
    expect((await messages(client, threadId)).slice(2)).toEqual([
      ["tool", expect.stringContaining("Cancelled"), "error"],
      ["tool", JSON.stringify(PLACE), "success"],
      ["tool", expect.stringContaining("Cancelled"), "error"],
      ["tool", "3", "success"],
      ["human", "hello", undefined],
      ["ai", "Hello.", undefined],
    ]);
    expect(model.asked).toHaveLength(2);
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    const ids = body.values.messages.slice(2, 6).map((message: { tool_call_id: string }) => message.tool_call_id);
    expect(ids).toEqual(["call-0", "call-1", "call-2", "call-sum"]);
    expect([body.next, body.tasks]).toEqual([[], []]);
  });

  test("what the tools that are done have kept beside their answers is not lost", async () => {
    const keep = tool(
      (_, { toolCallId }: { toolCallId: string }) =>
        new Command({
          update: { kept: "yes", messages: [new ToolMessage({ content: "Kept.", tool_call_id: toolCallId })] },
        }),
      { name: "add", description: "Keeps.", schema: z.object({ a: z.number(), b: z.number() }) },
    );
    const keeping = createMiddleware({ name: "Keeping", stateSchema: z.object({ kept: z.string().default("no") }) });
    const tools = [keep, registerHeadless(getLocation)];
    const agent = { title: "Assistant", tools, middleware: [keeping] };
    const { client } = await createFixture(asks(1), { agents: { agent } });
    const { threadId } = await paused(client);
    await client.run(threadId, HELLO);
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    expect(body.values.kept).toBe("yes");
    expect((await messages(client, threadId)).slice(2, 4).map(([, content]: [string, string]) => content)).toEqual([
      expect.stringContaining("Cancelled"),
      "Kept.",
    ]);
  });
});

describe("several browser tools at once", () => {
  test("are one interrupt each, and an answered one is not listed any more while its sibling waits", async () => {
    const { client, model } = await createFixture(asks(2));
    const { threadId, waiting } = await paused(client);
    expect(waiting.map(({ value }) => value.toolCall.id)).toEqual(["call-0", "call-1"]);
    const [one, two] = waiting as [Waiting, Waiting];
    await client.run(threadId, { command: { resume: { [one.id]: PLACE } } });
    expect(await pending(client, threadId)).toEqual([two]);
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    expect(Object.values(thread.interrupts)).toEqual([[two]]);
    expect(model.asked).toHaveLength(1);
    await client.run(threadId, { command: { resume: { [two.id]: PLACE } } });
    expect(model.asked).toHaveLength(2);
    expect((await messages(client, threadId)).map(([type]: [string]) => type)).toEqual([
      "human",
      "ai",
      "tool",
      "tool",
      "tool",
      "ai",
    ]);
  });

  test("leave the server's tool beside them alone: it ran before the pause, and no answer runs it again", async () => {
    let ran = 0;
    const counted = tool(
      ({ a, b }) => {
        ran += 1;
        return String(a + b);
      },
      {
        name: "add",
        description: "Adds.",
        schema: z.object({ a: z.number(), b: z.number() }),
      },
    );
    const tools = [counted, registerHeadless(getLocation)];
    const first = await createFixture(asks(2), { agents: { agent: { title: "Assistant", tools } } });
    const { threadId, waiting } = await paused(first.client);
    expect(ran).toBe(1);
    // One answer at a time, the second one to a server that has just started.
    await first.client.run(threadId, { command: { resume: { [waiting[0]?.id ?? ""]: PLACE } } });
    const { client } = await first.restart();
    await client.run(threadId, { command: { resume: { [waiting[1]?.id ?? ""]: PLACE } } });
    expect((await messages(client, threadId)).at(-1)).toEqual(["ai", "Told.", undefined]);
    expect(ran).toBe(1);
  });

  test("are all answered by one command", async () => {
    const { client, model } = await createFixture(asks(2));
    const { threadId, waiting } = await paused(client);
    const resume = Object.fromEntries(waiting.map(({ id }) => [id, PLACE]));
    await client.run(threadId, { command: { resume } });
    expect(model.asked).toHaveLength(2);
    expect(await pending(client, threadId)).toEqual([]);
  });

  test("refuse one answer without an id, and list what waits", async () => {
    const { client } = await createFixture(asks(2));
    const { threadId, waiting } = await paused(client);
    const response = await client.call("POST", `/threads/${threadId}/runs`, {
      assistant_id: "agent",
      command: { resume: PLACE },
    });
    expect(response).toMatchObject({ status: 422, body: { code: "resume_ambiguous", field: "command.resume" } });
    expect(response.body.interrupt_ids.split(",").sort()).toEqual(waiting.map(({ id }) => id).sort());
    expect(await pending(client, threadId)).toEqual(waiting);
  });
});

describe("new input at a checkpoint where calls wait", () => {
  test("closes them, and keeps what the tool beside them has answered", async () => {
    const { client, model } = await createFixture(asks(1));
    const { threadId } = await paused(client);
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    const events = await client.run(threadId, {
      input: { messages: [{ type: "human", content: "hello" }] },
      checkpoint_id: state.checkpoint.checkpoint_id,
    });
    expect(events.some(({ event }) => event === "error")).toBe(false);
    const types = ["human", "ai", "tool", "tool", "human"];
    expect(model.asked.at(-1)?.map((message) => message.getType())).toEqual(["system", ...types]);
    expect((await messages(client, threadId)).slice(2)).toEqual([
      ["tool", expect.stringContaining("Cancelled"), "error"],
      ["tool", "3", "success"],
      ["human", "hello", undefined],
      ["ai", "Hello.", undefined],
    ]);
  });
});

describe("an answer", () => {
  test("that comes twice at the same moment is taken once, and the second is told so", async () => {
    const { client, model } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const [{ id }] = waiting as [Waiting];
    const answer = (latitude: number) =>
      client.startStream(threadId, { command: { resume: { [id]: { ...PLACE, latitude } } } });
    const responses = await Promise.all([answer(1), answer(2), answer(3)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect(await responses[1]?.json()).toMatchObject({ code: "interrupt_not_pending", interrupt_id: id });
    await responses[0]?.text();
    expect(model.asked).toHaveLength(2);
    expect((await messages(client, threadId))[2]).toEqual([
      "tool",
      JSON.stringify({ ...PLACE, latitude: 1 }),
      "success",
    ]);
  });

  test.each(["interrupt", "enqueue"])("that comes twice is refused under %s too", async (strategy) => {
    const { client, model } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const command = { resume: { [waiting[0]?.id ?? ""]: PLACE } };
    const [first, second] = await Promise.all([
      client.startStream(threadId, { command, multitask_strategy: strategy }),
      client.startStream(threadId, { command, multitask_strategy: strategy }),
    ]);
    expect([first?.status, second?.status]).toEqual([200, 409]);
    await first?.text();
    expect(model.asked).toHaveLength(2);
  });

  test.each([
    ["to an interrupt that was answered", (id: string) => ({ resume: { [id]: PLACE } })],
    ["to an interrupt that never was", () => ({ resume: { ["0".repeat(32)]: PLACE } })],
    ["without an id", () => ({ resume: "yes" })],
    ["that is null", () => ({ resume: null })],
  ])("%s, with nothing waiting, is a conflict and changes nothing", async (_, command) => {
    const { client, model } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    await client.run(threadId, { command: { resume: { [waiting[0]?.id ?? ""]: PLACE } } });
    const before = await messages(client, threadId);
    const late = await client.call("POST", `/threads/${threadId}/runs`, {
      assistant_id: "agent",
      command: command(waiting[0]?.id ?? ""),
    });
    expect(late).toMatchObject({ status: 409, body: { code: "interrupt_not_pending" } });
    expect(await messages(client, threadId)).toEqual(before);
    expect(model.asked).toHaveLength(2);
  });

  test("that comes late never answers the next question of the same task", async () => {
    const agents = { agent: { title: "Asker", graph: twoQuestions } };
    const { client } = await createFixture(() => [], { agents });
    const threadId = await client.newThread();
    await client.run(threadId, { input: WHERE });
    const [first] = await pending(client, threadId);
    await client.run(threadId, { command: { resume: "A" } });
    const late = await client.startStream(threadId, { command: { resume: { [first?.id ?? ""]: "A again" } } });
    expect(late.status).toBe(409);
    await client.run(threadId, { command: { resume: null } });
    expect((await messages(client, threadId)).at(-1)).toEqual(["ai", '["A",null]', undefined]);
  });

  test("that LangGraph itself would have to judge is refused by it too", async () => {
    const graph = twoQuestions({
      model: new ScriptedModel(() => []),
      checkpointer: new MemorySaver(),
      store: new InMemoryStore(),
      inlineFiles: async (messages) => [...messages],
    });
    const config = { configurable: { thread_id: "t", __pregel_strict_resume: true } };
    await graph.invoke(WHERE, config);
    const [id] = (await graph.getState(config)).tasks.flatMap((task) =>
      task.interrupts.map((waiting) => waiting.id ?? ""),
    );
    const answer = () => graph.invoke(new Command({ resume: { [id ?? ""]: "A" } }), config);
    await answer();
    await expect(answer()).rejects.toMatchObject({ name: "UnknownInterruptError" });
  });

  test("that replaces the answer in work leaves its sibling waiting", async () => {
    const { client } = await createFixture((history) => [
      ...asks(2)(history).slice(0, -3),
      ...callPieces(2, "s", "slow", {}),
    ]);
    const threadId = await client.newThread();
    const started = await client.startStream(threadId, { input: WHERE });
    const { body: running } = await client.call("GET", `/threads/${threadId}/runs`);
    let waiting: Waiting[] = [];
    while (waiting.length < 2) waiting = await pending(client, threadId);
    const [one, two] = waiting as [Waiting, Waiting];
    const resumed = await client.startStream(threadId, {
      command: { resume: { [one.id]: PLACE } },
      multitask_strategy: "interrupt",
    });
    expect(resumed.status).toBe(200);
    expect(await started.text()).toContain("event: end");
    const { body: replaced } = await client.call("GET", `/threads/${threadId}/runs/${running[0].run_id}`);
    expect(replaced.status).toBe("interrupted");
    while ((await pending(client, threadId)).length > 1);
    expect(await pending(client, threadId)).toEqual([two]);
    const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
    await client.call("POST", `/threads/${threadId}/runs/${runs[0].run_id}/cancel?wait=1`);
  });
});

/** A graph that asks twice in one task. */
function twoQuestions({ checkpointer }: GraphParts): AgentGraph {
  return new StateGraph(MessagesAnnotation)
    .addNode("ask", () => {
      const answers = [interrupt({ question: 1 }), interrupt({ question: 2 })];
      return { messages: [{ type: "ai", content: JSON.stringify(answers) }] };
    })
    .addEdge("__start__", "ask")
    .compile({ checkpointer });
}

describe("a claim", () => {
  test("is one page's until it lets go, and a renewal is the same call", async () => {
    const { client } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const [{ id }] = waiting as [Waiting];
    const first = await claim(client, threadId, id, "page-1");
    const second = await claim(client, threadId, id, "page-2");
    expect(second).toMatchObject({
      status: 409,
      body: { code: "claimed_elsewhere", holder: "page-1", lease_expires_at: first.body.lease_expires_at },
    });
    expect((await claim(client, threadId, id, "page-1")).status).toBe(200);
  });

  test("is kept across a restart", async () => {
    const first = await createFixture(asks(1));
    const { threadId, waiting } = await paused(first.client);
    await claim(first.client, threadId, waiting[0]?.id ?? "", "page-1");
    const { client } = await first.restart();
    expect((await claim(client, threadId, waiting[0]?.id ?? "", "page-2")).status).toBe(409);
  });

  test("of ten pages at once is granted to exactly one", async () => {
    const { client } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const pages = Array.from({ length: 10 }, (_, index) =>
      claim(client, threadId, waiting[0]?.id ?? "", `page-${index}`),
    );
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  test("on what waits for nothing is a conflict, and one without a holder is malformed", async () => {
    const { client } = await createFixture(asks(1));
    const { threadId, waiting } = await paused(client);
    const [{ id }] = waiting as [Waiting];
    expect((await client.call("POST", `/threads/${threadId}/interrupts/${id}/claim`, {})).body.field).toBe("holder");
    await client.run(threadId, { command: { resume: { [id]: PLACE } } });
    const late = await claim(client, threadId, id, "page-1");
    expect(late).toMatchObject({ status: 409, body: { code: "interrupt_not_pending" } });
  });
});

describe("a new message while tools wait", () => {
  test("closes them as cancelled first, keeps what siblings answered, and calls the model once", async () => {
    const { client, model } = await createFixture(asks(2));
    const { threadId, waiting } = await paused(client);
    await claim(client, threadId, waiting[0]?.id ?? "", "page-1");
    const events = await client.run(threadId, { input: { messages: [{ type: "human", content: "hello" }] } });
    const closed = [expect.objectContaining({ status: "error" }), expect.objectContaining({ status: "error" })];
    expect(events[1]).toMatchObject({ event: "updates", data: { tools: { messages: closed } } });
    expect(model.asked).toHaveLength(2);
    const cancelled = expect.stringContaining("Cancelled");
    expect(await messages(client, threadId)).toEqual([
      ["human", "Where am I?", undefined],
      ["ai", "One moment. ", undefined],
      ["tool", cancelled, "error"],
      ["tool", cancelled, "error"],
      ["tool", "3", "success"],
      ["human", "hello", undefined],
      ["ai", "Hello.", undefined],
    ]);
    expect(await pending(client, threadId)).toEqual([]);
    expect((await client.call("GET", `/threads/${threadId}`)).body).toMatchObject({ status: "idle", interrupts: {} });
    const late = await client.startStream(threadId, { command: { resume: { [waiting[0]?.id ?? ""]: PLACE } } });
    expect(late.status).toBe(409);
  });
});
