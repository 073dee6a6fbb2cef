import { tool } from "@langchain/core/tools";
import { Annotation, messagesStateReducer, StateGraph } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless/contract";
import type { AgentDefinition } from "../config";
import type { SentEvent } from "../test-support/client";
import { createFixture, type Fixture } from "../test-support/fixture";
import { messages, runUntil } from "../test-support/run-until";
import { callPieces, type Script } from "../test-support/scripted-model";
import { registerHeadless } from "./register-headless";

const ASK = { input: { messages: [{ type: "human", id: "q", content: "go" }] } };

const contract = defineHeadlessTool({
  name: "locate",
  title: "Locate",
  description: "Locates.",
  reason: "It locates.",
  input: z.object({ place: z.string() }),
  output: z.object({ at: z.string() }),
});
const locate = registerHeadless(contract);

function counter() {
  const runs: number[] = [];
  const count = tool(
    () => {
      runs.push(1);
      return String(runs.length);
    },
    { name: "count", description: "Counts.", schema: z.object({}) },
  );
  return { count, runs };
}

const agentWith = (...tools: (typeof locate)[]): Record<string, AgentDefinition> => ({
  agent: { title: "A", prompt: "", tools },
});

/** Calls in one turn, then a word. */
const turn =
  (...calls: { id: string; name: string; args?: object }[]): Script =>
  (_, count) =>
    count === 1 ? calls.flatMap(({ id, name, args = {} }, index) => callPieces(index, id, name, args)) : ["Done."];

async function waiting({ client }: Fixture, threadId: string) {
  const { interrupts } = (await client.call("GET", `/threads/${threadId}`)).body;
  return Object.values(interrupts).flat() as { id: string; value: { toolCall: { id: string; args: object } } }[];
}

async function answer(fixture: Fixture, threadId: string, answers: Record<string, unknown>) {
  const all = await waiting(fixture, threadId);
  const resume = Object.fromEntries(
    all.flatMap(({ id, value }) => (value.toolCall.id in answers ? [[id, answers[value.toolCall.id]]] : [])),
  );
  await fixture.client.run(threadId, { command: { resume } });
}

const toolMessages = async ({ client }: Fixture, threadId: string) =>
  (await messages(client, threadId)).filter(({ type }) => type === "tool");

describe("a browser tool whose arguments the person changed", () => {
  const edited_args = { place: "here" };

  test("is a success that tells the model so, in words and as edited_args", async () => {
    const fixture = await createFixture(turn({ id: "k1", name: "locate", args: { place: "there" } }), {
      agents: agentWith(locate),
    });
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    const value = { at: "home" };
    await answer(fixture, threadId, { k1: { type: "toolweave.edited_result", value, edited_args } });
    const words = JSON.stringify(value);
    expect(await toolMessages(fixture, threadId)).toEqual([
      expect.objectContaining({
        status: "success",
        content: `${words}\n\n(The person changed the arguments of this call before it ran. It ran with: {"place":"here"})`,
        additional_kwargs: { edited_args, toolweave: { resultChars: words.length } },
      }),
    ]);
    expect(fixture.model.asked[1]?.at(-1)?.text).toContain('It ran with: {"place":"here"}');
  });

  test("that then fails, or gives what its contract refuses, is an error that tells the model so", async () => {
    const calls = [
      { id: "k1", name: "locate", args: { place: "a" } },
      { id: "k2", name: "locate", args: { place: "b" } },
    ];
    const fixture = await createFixture(turn(...calls), { agents: agentWith(locate) });
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    await answer(fixture, threadId, {
      k1: { type: "toolweave.tool_error", code: "tool_failed", message: "No signal.", edited_args },
      k2: { type: "toolweave.edited_result", value: { wrong: 1 }, edited_args },
    });
    const results = await toolMessages(fixture, threadId);
    expect(results.map(({ status }) => status)).toEqual(["error", "error"]);
    expect(results).toMatchObject([
      { additional_kwargs: { edited_args, toolweave: { code: "tool_failed", resultChars: "No signal.".length } } },
      { additional_kwargs: { edited_args, toolweave: { code: "tool_output_invalid" } } },
    ]);
  });
});

describe("one turn with several calls", () => {
  test("a server tool beside a browser tool runs once, not again at the resume (case 127)", async () => {
    const { count, runs } = counter();
    const fixture = await createFixture(
      turn({ id: "k1", name: "count" }, { id: "k2", name: "locate", args: { place: "a" } }),
      { agents: agentWith(count, locate) },
    );
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    await answer(fixture, threadId, { k2: { at: "home" } });
    expect(runs).toEqual([1]);
    expect((await toolMessages(fixture, threadId)).map(({ content }) => content)).toEqual(["1", '{"at":"home"}']);
  });

  test("results stand in the order of the calls, right behind them, however the answers came (case 154)", async () => {
    const { count } = counter();
    const fixture = await createFixture(
      turn(
        { id: "k1", name: "locate", args: { place: "a" } },
        { id: "k2", name: "count" },
        { id: "k3", name: "locate", args: { place: "b" } },
        { id: "k4", name: "locate", args: { place: "c" } },
      ),
      { agents: agentWith(count, locate) },
    );
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    await answer(fixture, threadId, { k4: { at: "c" } });
    expect(await waiting(fixture, threadId)).toHaveLength(2);
    await answer(fixture, threadId, { k3: { at: "b" } });
    expect(await waiting(fixture, threadId)).toHaveLength(1);
    await answer(fixture, threadId, { k1: { at: "a" } });
    const ids = (await toolMessages(fixture, threadId)).map((message) => Reflect.get(message, "tool_call_id"));
    expect(ids).toEqual(["k1", "k2", "k3", "k4"]);
    expect(fixture.model.asked).toHaveLength(2);
    expect(fixture.model.asked[1]?.slice(-5).map((message) => message.getType())).toEqual([
      "ai",
      ...Array(4).fill("tool"),
    ]);
  });
});

test("a claim that comes with the first word of the interrupt is granted, not turned away", async () => {
  const script = turn({ id: "k1", name: "locate", args: { place: "a" } });
  const isInterrupt = ({ event, data }: SentEvent) => event === "updates" && "__interrupt__" in (data as object);
  const { client } = await createFixture(script, { agents: agentWith(locate) });
  const threadId = await client.newThread();
  const claims: Promise<{ status: number }>[] = [];
  await runUntil(client, threadId, ASK, (event) => {
    if (!isInterrupt(event)) return false;
    const [{ id } = { id: "" }] = (event.data as { __interrupt__: { id: string }[] }).__interrupt__;
    claims.push(client.call("POST", `/threads/${threadId}/interrupts/${id}/claim`, { holder: "page" }));
    return true;
  });
  expect((await Promise.all(claims)).map(({ status }) => status)).toEqual([200]);
});

describe("below the root", () => {
  test("a browser tool of a graph inside a graph waits and is answered like any other", async () => {
    const graph: AgentDefinition = {
      title: "Outer",
      graph: ({ model, checkpointer }) => {
        const inner = createAgent({ model, tools: [locate] });
        const State = Annotation.Root({
          messages: Annotation<unknown[]>({ reducer: messagesStateReducer as never, default: () => [] }),
        });
        return new StateGraph(State)
          .addNode("inner", inner.graph as never)
          .addEdge("__start__", "inner")
          .compile({ checkpointer }) as never;
      },
    };
    const fixture = await createFixture(turn({ id: "k1", name: "locate", args: { place: "a" } }), {
      agents: { agent: graph },
    });
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    const [interrupt] = await waiting(fixture, threadId);
    expect(interrupt?.value.toolCall).toEqual({ id: "k1", name: "locate", args: { place: "a" } });
    const claim = await fixture.client.call("POST", `/threads/${threadId}/interrupts/${interrupt?.id}/claim`, {
      holder: "page",
    });
    expect(claim.status).toBe(200);
    await answer(fixture, threadId, { k1: { at: "home" } });
    expect(await toolMessages(fixture, threadId)).toMatchObject([{ status: "success", content: '{"at":"home"}' }]);
  });

  test("browser tools of two sub-agents that work at once are answered in one resume", async () => {
    const runs: string[] = [];
    const graph: AgentDefinition = {
      title: "Boss",
      graph: ({ model, checkpointer }) => {
        const helper = createAgent({ model, tools: [locate] });
        const delegate = tool(
          async ({ task }) => {
            runs.push(task);
            const { messages: said } = await helper.invoke({ messages: [{ role: "user", content: task }] });
            return said.at(-1)?.text ?? "";
          },
          { name: "delegate", description: "Delegates.", schema: z.object({ task: z.string() }) },
        );
        return createAgent({ model, tools: [delegate], checkpointer }).graph as never;
      },
    };
    const script: Script = (history) => {
      const last = history.at(-1);
      if (last?.type === "tool") return [`heard ${last.text}`];
      if (last?.text === "go")
        return ["k1", "k2"].flatMap((id, index) => callPieces(index, id, "delegate", { task: `task ${id}` }));
      return callPieces(0, `sub-${last?.text.at(-1)}`, "locate", { place: last?.text ?? "" });
    };
    const fixture = await createFixture(script, { agents: { agent: graph } });
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    expect((await waiting(fixture, threadId)).map(({ value }) => value.toolCall.args)).toEqual([
      { place: "task k1" },
      { place: "task k2" },
    ]);
    await answer(fixture, threadId, { "sub-1": { at: "one" }, "sub-2": { at: "two" } });
    expect((await toolMessages(fixture, threadId)).map(({ content }) => content)).toEqual([
      'heard {"at":"one"}',
      'heard {"at":"two"}',
    ]);
  });
});

test("schemas that change what they read are read once, by the side that uses it", async () => {
  const changing = defineHeadlessTool({
    name: "change",
    title: "Change",
    description: "Changes.",
    reason: "It changes.",
    input: z.object({ at: z.string().transform(Number), depth: z.number().default(1) }),
    output: z.object({ found: z.string().transform(Number) }),
  });
  const fixture = await createFixture(
    turn({ id: "k1", name: "change", args: { at: "5" } }, { id: "k2", name: "locate", args: { place: "a", more: 1 } }),
    { agents: agentWith(registerHeadless(changing), locate) },
  );
  const threadId = await fixture.client.newThread();
  await fixture.client.run(threadId, ASK);
  const payloads = (await waiting(fixture, threadId)).map(({ value }) => value.toolCall);
  expect(payloads.map(({ args }) => args)).toEqual([{ at: "5" }, { place: "a" }]);
  await answer(fixture, threadId, { k1: { found: "7" }, k2: { at: "home" } });
  expect(await toolMessages(fixture, threadId)).toMatchObject([
    { content: '{"found":7}', status: "success" },
    { content: '{"at":"home"}', status: "success" },
  ]);
});
