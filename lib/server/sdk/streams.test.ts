import type { BaseMessage } from "@langchain/core/messages";
import type { Client, StreamMode } from "@langchain/langgraph-sdk";
import { describe, expect, test } from "vitest";
import { TESTER } from "../test-support/client";
import { callPieces, type Piece } from "../test-support/scripted-model";
import { collect, createSdkFixture, hello, refusal } from "../test-support/sdk";

type Event = { event: string; data: unknown };
type State = { messages: { content: string; type: string; id: string }[] };
const contents = (values: unknown) => (values as State).messages.map(({ content }) => content);

/** Calls a tool, then says what came of it. */
const toolUser =
  (name: string, args: object) =>
  (messages: BaseMessage[]): Piece[] => {
    const last = messages.at(-1);
    return last?.getType() === "tool" ? ["It is ", String(last.content)] : callPieces(0, "call-1", name, args);
  };

async function run(sdk: Client, assistant: string, payload: object, threadId?: string): Promise<Event[]> {
  const id = threadId ?? (await sdk.threads.create()).thread_id;
  const stream = sdk.runs.stream(id, assistant, { streamMode: "values", ...payload } as never);
  return collect(stream as AsyncIterable<Event>);
}

const namesOf = (events: readonly Event[]) => events.map(({ event }) => event.replace(/:[0-9a-f-]{36}/g, ":id"));

describe("stream modes", () => {
  test.each<[StreamMode, string[]]>([
    ["values", ["values", "values"]],
    ["updates", ["updates"]],
    ["messages-tuple", ["messages", "messages"]],
    [
      "messages",
      ["messages/complete", "messages/metadata", "messages/partial", "messages/partial", "messages/complete"],
    ],
    ["tasks", ["tasks", "tasks"]],
    ["checkpoints", ["checkpoints", "checkpoints", "checkpoints"]],
    ["debug", ["debug", "debug", "debug", "debug", "debug"]],
    ["custom", []],
    ["tools", []],
  ])("%s", async (streamMode, expected) => {
    const { sdk } = await createSdkFixture(() => ["Hello ", "world"]);
    const events = await run(sdk, "bare", { input: hello(), streamMode });
    expect(namesOf(events)).toEqual(["metadata", ...expected, "end"]);
  });

  test("messages: the message so far, its metadata once, and the whole message once the state has it", async () => {
    const { sdk } = await createSdkFixture(toolUser("add", { a: 1, b: 2 }));
    const events = await run(sdk, "agent", { input: hello(), streamMode: "messages" });
    const partials = events.flatMap(({ event, data }) =>
      event === "messages/partial" ? (data as State["messages"]) : [],
    );
    expect(partials.at(-1)).toMatchObject({ type: "ai", content: "It is 3" });
    expect(partials[2]).toMatchObject({
      type: "ai",
      tool_calls: [{ id: "call-1", name: "add", args: { a: 1, b: 2 } }],
    });
    expect(partials.every((message) => !("invalid_tool_calls" in message))).toBe(true);
    const complete = events.flatMap(({ event, data }) =>
      event === "messages/complete" ? (data as State["messages"]) : [],
    );
    expect(complete.map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai"]);
    const ids = complete.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    const described = events
      .filter(({ event }) => event === "messages/metadata")
      .flatMap(({ data }) => Object.keys(data as object));
    expect(described).toEqual(expect.arrayContaining([ids[1], ids[3]]));
    expect(new Set(described).size).toBe(described.length);
  });

  test("events: LangChain's names, tools with their failures, and the ids of the parents", async () => {
    const { sdk } = await createSdkFixture(toolUser("broken", {}));
    const events = await run(sdk, "agent", { input: hello(), streamMode: "events" });
    type V2 = {
      event: string;
      name: string;
      run_id: string;
      parent_ids: string[];
      data: { chunk?: unknown; error?: string };
    };
    const told = events.filter(({ event }) => event === "events").map(({ data }) => data as V2);
    const names = told.map(({ event }) => event);
    for (const name of [
      "on_chain_start",
      "on_chat_model_start",
      "on_chat_model_stream",
      "on_chat_model_end",
      "on_tool_start",
      "on_tool_error",
      "on_chain_end",
    ]) {
      expect(names).toContain(name);
    }
    const root = told[0];
    expect(root).toMatchObject({ event: "on_chain_start", parent_ids: [] });
    const failed = told.find(({ event }) => event === "on_tool_error");
    expect(failed).toMatchObject({
      name: "broken",
      data: { error: expect.stringContaining("the disk of the tool is full") },
    });
    expect(failed?.parent_ids[0]).toBe(root?.run_id);
    const started = told.find(({ event, run_id }) => event === "on_tool_start" && run_id === failed?.run_id);
    expect(started?.parent_ids).toEqual(failed?.parent_ids);
    const piece = told.find(({ event }) => event === "on_chat_model_stream");
    expect(piece?.data.chunk).toMatchObject({ type: "ai" });
  });

  test("events with a tool that succeeds", async () => {
    const { sdk } = await createSdkFixture(toolUser("add", { a: 1, b: 2 }));
    const events = await run(sdk, "agent", { input: hello(), streamMode: ["events", "tools"] });
    const ended = events.find(
      ({ data }) => (data as { event?: string }).event === "on_tool_end" && "run_id" in (data as object),
    );
    expect(ended?.data).toMatchObject({
      name: "add",
      data: { input: { a: 1, b: 2 }, output: { type: "tool", content: "3" } },
    });
    expect(namesOf(events)).toContain("tools");
  });

  test("subgraphs: each event names where it comes from", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const modes = ["values", "updates", "custom", "tasks"];
    const deep = namesOf(await run(sdk, "nested", { input: hello(), streamMode: modes, streamSubgraphs: true }));
    for (const name of modes) expect(deep).toContain(name === "custom" ? "custom|sub:id" : `${name}|sub:id`);
    const shallow = namesOf(await run(sdk, "nested", { input: hello(), streamMode: modes }));
    expect(shallow.some((name) => name.includes("|"))).toBe(false);
  });
});

describe("interrupts", () => {
  test("pause the run, are answered by a value, and each is told alone in values", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { thread_id: threadId } = await sdk.threads.create();
    const paused = await run(sdk, "nested", { input: hello() }, threadId);
    const waiting = paused.filter(({ data }) => Object.hasOwn((data ?? {}) as object, "__interrupt__"));
    expect(waiting.map(({ data }) => data)).toEqual([
      { __interrupt__: [{ id: expect.any(String), value: { question: "Which one?" } }] },
    ]);
    const thread = await sdk.threads.get(threadId);
    expect([thread.status, Object.values(thread.interrupts).flat()]).toEqual([
      "interrupted",
      [expect.objectContaining({ value: { question: "Which one?" } })],
    ]);
    expect((await sdk.runs.list(threadId)).map(({ status }) => status)).toEqual(["success"]);
    const result = await sdk.runs.wait(threadId, "nested", { command: { resume: "this one" } });
    expect(contents(result)).toEqual(["hello", "You said this one.", "Done."]);
    expect((await sdk.threads.get(threadId)).status).toBe("idle");
  });

  test("are in what waiting gives, beside the state", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { thread_id: threadId } = await sdk.threads.create();
    const result = await sdk.runs.wait(threadId, "nested", { input: hello() });
    expect(contents(result)).toEqual(["hello"]);
    expect(result).toMatchObject({ __interrupt__: [{ value: { question: "Which one?" } }] });
  });

  test("are answered once: a second answer is a conflict", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.wait(threadId, "nested", { input: hello() });
    const [task] = (await sdk.threads.getState(threadId)).tasks;
    const id = task?.interrupts[0]?.id ?? "";
    await sdk.runs.wait(threadId, "nested", { command: { resume: { [id]: "A" } } });
    const late = sdk.runs.wait(threadId, "nested", { command: { resume: { [id]: "B" } } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: "interrupt_not_pending" });
    const { values } = await sdk.threads.getState(threadId);
    expect(contents(values)).toEqual(["hello", "You said A.", "Done."]);
  });

  test("before and after a node pause without a question, and go on without input", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    for (const pause of [{ interruptBefore: ["model"] }, { interruptAfter: "*" }]) {
      const { thread_id: threadId } = await sdk.threads.create();
      await run(sdk, "bare", { input: hello(), ...pause }, threadId);
      const isBefore = "interruptBefore" in pause;
      const state = await sdk.threads.getState(threadId);
      expect([state.next, contents(state.values)]).toEqual(isBefore ? [["model"], ["hello"]] : [[], ["hello", "hi"]]);
      if (!isBefore) continue;
      expect(contents(await sdk.runs.wait(threadId, "bare", { input: null }))).toEqual(["hello", "hi"]);
    }
  });
});

describe("commands and checkpoints", () => {
  test("update and goto change the state and where it goes on", async () => {
    const { sdk } = await createSdkFixture((messages) => [`answer to ${String(messages.at(-1)?.content)}`]);
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.wait(threadId, "bare", { input: hello() });
    const update = { messages: [{ type: "human", content: "and this" }] };
    const result = await sdk.runs.wait(threadId, "bare", { command: { update, goto: "model" } as never });
    expect(contents(result)).toEqual(["hello", "answer to hello", "and this", "answer to and this"]);
    const sent = { goto: { node: "model", input: { messages: [{ type: "human", content: "only this" }] } } };
    const after = await sdk.runs.wait(threadId, "bare", { command: sent as never });
    expect(contents(after).at(-1)).toBe("answer to only this");
    const wrong = sdk.runs.wait(threadId, "bare", { command: { goto: 7 } as never });
    expect(await refusal(wrong)).toMatchObject({ status: 400, field: "command.goto" });
  });

  test("a run from an old checkpoint is a branch; both stay in the history", async () => {
    const { sdk } = await createSdkFixture((messages) => [`answer to ${String(messages.at(-1)?.content)}`]);
    const { thread_id: threadId } = await sdk.threads.create();
    for (const text of ["one", "two"]) await sdk.runs.wait(threadId, "bare", { input: hello(text) });
    const history = await sdk.threads.getHistory<State>(threadId);
    const old = history.find(({ values }) => values.messages?.length === 2);
    if (!old) throw new Error("no state after the first turn");
    const checkpoint = { checkpoint_id: old.checkpoint.checkpoint_id ?? "", checkpoint_ns: "", checkpoint_map: null };
    const branch = await sdk.runs.wait(threadId, "bare", { input: hello("three"), checkpoint: checkpoint as never });
    expect(contents(branch)).toEqual(["one", "answer to one", "three", "answer to three"]);
    const after = await sdk.threads.getHistory<State>(threadId, { limit: 100 });
    const ends = after.map(({ values }) => contents({ messages: values.messages ?? [] }).at(-1));
    expect(ends).toEqual(expect.arrayContaining(["answer to two", "answer to three"]));
    const ids = after.map((state) => state.checkpoint.checkpoint_id ?? "");
    expect(ids).toEqual([...ids].sort().reverse());
    const unknown = sdk.runs.wait(threadId, "bare", {
      input: hello(),
      checkpointId: "1f000000-0000-6000-8000-000000000000",
    });
    expect(await refusal(unknown)).toMatchObject({ status: 404, field: "checkpoint_id" });
  });

  test("config, context and metadata reach the graph and its checkpoints", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { thread_id: threadId } = await sdk.threads.create();
    const payload = {
      input: hello(),
      config: { configurable: { tone: "kind" }, recursion_limit: 5 },
      context: { user: "u1" },
      metadata: { purpose: "test" },
    };
    const result = await sdk.runs.wait(threadId, "mirror", payload);
    const said = JSON.parse(contents(result).at(-1) ?? "");
    expect(said).toMatchObject({ tone: "kind", context: { user: "u1" } });
    const states = await sdk.threads.getHistory(threadId, { metadata: { purpose: "test" } });
    expect(states.length).toBeGreaterThan(0);
    const [run] = await sdk.runs.list(threadId);
    for (const { metadata } of states)
      expect(metadata).toMatchObject({ thread_id: threadId, run_id: run?.run_id, graph_id: "mirror", purpose: "test" });
    expect(await sdk.threads.getHistory(threadId, { metadata: { purpose: "other" } })).toEqual([]);
  });

  test("null is the same as absent", async () => {
    const { sdk, url } = await createSdkFixture(() => ["hi"]);
    const { thread_id: threadId } = await sdk.threads.create();
    const response = await fetch(`${url}/threads/${threadId}/runs/wait`, {
      method: "POST",
      headers: { ...TESTER, "content-type": "application/json" },
      body: JSON.stringify({
        assistant_id: "bare",
        input: hello(),
        config: null,
        checkpoint: null,
        command: null,
        metadata: null,
        context: null,
      }),
    });
    expect([response.status, contents(await response.json())]).toEqual([200, ["hello", "hi"]]);
  });
});
