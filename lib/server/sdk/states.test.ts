import type { Client } from "@langchain/langgraph-sdk";
import { describe, expect, test } from "vitest";
import { createSdkFixture, hello, refusal } from "../test-support/sdk";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
type State = { messages: { content: string; type: string }[] };

const contents = (values: State) => values.messages.map(({ content }) => content);

async function newThread(sdk: Client, turns = 0): Promise<string> {
  const { thread_id: threadId } = await sdk.threads.create();
  for (let turn = 0; turn < turns; turn += 1) await sdk.runs.wait(threadId, "bare", { input: hello(`turn ${turn}`) });
  return threadId;
}

describe("client.threads.getState and getHistory", () => {
  test("read the last state, and that of any checkpoint by id or by place", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const threadId = await newThread(sdk, 2);
    const last = await sdk.threads.getState<State>(threadId);
    expect([contents(last.values), last.next]).toEqual([["turn 0", "hi", "turn 1", "hi"], []]);
    const history = await sdk.threads.getHistory<State>(threadId);
    expect(history[0]).toEqual(last);
    const old = history.find(({ values }) => values.messages?.length === 2);
    if (!old) throw new Error("no state after the first turn");
    const id = old.checkpoint.checkpoint_id ?? "";
    expect(await sdk.threads.getState(threadId, id)).toEqual(old);
    expect(await sdk.threads.getState(threadId, old.checkpoint)).toEqual(old);
    expect(await refusal(sdk.threads.getState(threadId, UNKNOWN))).toMatchObject({
      status: 404,
      field: "checkpoint_id",
    });
  });

  test("page through the history and filter it by metadata", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const threadId = await newThread(sdk, 3);
    const all = await sdk.threads.getHistory<State>(threadId, { limit: 100 });
    const [first, second] = all;
    const before = { configurable: { checkpoint_id: first?.checkpoint.checkpoint_id ?? "" } };
    expect(await sdk.threads.getHistory(threadId, { limit: 1, before })).toEqual([second]);
    const inputs = await sdk.threads.getHistory(threadId, { metadata: { source: "input" } });
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.every(({ metadata }) => metadata?.source === "input")).toBe(true);
    expect(await sdk.threads.getHistory(threadId, { metadata: { source: "nowhere" } })).toEqual([]);
    expect(await refusal(sdk.threads.getHistory(UNKNOWN))).toMatchObject({ status: 404 });
  });

  test("show what waits inside a subgraph", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.wait(threadId, "nested", { input: hello() });
    const shallow = await sdk.threads.getState(threadId);
    expect(shallow.tasks[0]).toMatchObject({ name: "sub", state: null, checkpoint: { thread_id: threadId } });
    const deep = await sdk.threads.getState(threadId, undefined, { subgraphs: true });
    const inner = deep.tasks[0]?.state;
    expect(inner).toMatchObject({
      next: ["ask"],
      tasks: [{ name: "ask", interrupts: [{ value: { question: "Which one?" } }] }],
    });
    const place = shallow.tasks[0]?.checkpoint;
    if (!place) throw new Error("no subgraph");
    expect(await sdk.threads.getState(threadId, place as never)).toMatchObject({ next: ["ask"] });
    const history = await sdk.threads.getHistory(threadId, { checkpoint: place });
    expect(history[0]).toMatchObject({ next: ["ask"] });
  });
});

describe("client.threads.updateState", () => {
  test("writes as a node, which decides what comes next", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const threadId = await newThread(sdk, 1);
    const values = { messages: [{ type: "human", content: "one more" }] };
    const { checkpoint } = (await sdk.threads.updateState(threadId, { values, asNode: "__start__" })) as never as {
      checkpoint: { checkpoint_id: string };
    };
    const state = await sdk.threads.getState<State>(threadId);
    expect(state).toMatchObject({ checkpoint, next: ["model"], metadata: { source: "update" } });
    expect((await sdk.threads.get(threadId)).status).toBe("interrupted");
    const result = await sdk.runs.wait(threadId, "bare", { input: null });
    expect(contents(result as State)).toEqual(["turn 0", "hi", "one more", "hi"]);
    expect((await sdk.threads.get<State>(threadId)).status).toBe("idle");
  });

  test("on an old checkpoint begins a branch there", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const threadId = await newThread(sdk, 2);
    const history = await sdk.threads.getHistory<State>(threadId);
    const old = history.find(({ values }) => values.messages?.length === 2);
    if (!old) throw new Error("no state after the first turn");
    await sdk.threads.updateState(threadId, {
      values: { messages: [{ type: "ai", content: "instead" }] },
      checkpoint: old.checkpoint,
      asNode: "model",
    });
    const state = await sdk.threads.getState<State>(threadId);
    expect(contents(state.values)).toEqual(["turn 0", "hi", "instead"]);
    expect(state.parent_checkpoint?.checkpoint_id).toBe(old.checkpoint.checkpoint_id);
    expect(contents((await sdk.threads.get<State>(threadId)).values)).toEqual(["turn 0", "hi", "instead"]);
  });

  test("is refused for a node that is not there, values that are none, a thread without a graph, and while a run goes on", async () => {
    const { sdk } = await createSdkFixture(() => ["a", { pauseMs: 60_000 }]);
    const fresh = await newThread(sdk);
    const update = (values: unknown, asNode?: string) =>
      refusal(sdk.threads.updateState(fresh, { values, ...(asNode ? { asNode } : {}) }));
    expect(await update({})).toMatchObject({ status: 400, field: "thread_id" });
    const { run_id: runId } = await sdk.runs.create(fresh, "bare", { input: hello() });
    expect(await update({})).toMatchObject({ status: 409, code: "conflict" });
    await sdk.runs.cancel(fresh, runId, true);
    expect(await update(hello(), "nobody")).toMatchObject({ status: 422, field: "as_node" });
    expect(await update("text")).toMatchObject({ status: 400, field: "values" });
    expect(await refusal(sdk.threads.updateState(UNKNOWN, { values: {} }))).toMatchObject({ status: 404 });
  });
});
