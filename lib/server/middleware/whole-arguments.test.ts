import { tool } from "@langchain/core/tools";
import { createAgent, humanInTheLoopMiddleware } from "langchain";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless/contract";
import { startReplayServer } from "@/lib/testing";
import type { AgentDefinition, Middleware } from "../config";
import { createFixture, type Fixture } from "../test-support/fixture";
import { messages } from "../test-support/run-until";
import { callPieces, type Piece, type Script, ScriptedModel } from "../test-support/scripted-model";
import { registerHeadless, reviewTools, wholeArguments } from ".";

const ASK = { input: { messages: [{ type: "human", id: "q", content: "go" }] } };
const REFUSED = {
  status: "error",
  content: expect.stringMatching(/ended early or are not valid JSON, so it was not run \(.+\)\. Write the call again/),
  additional_kwargs: { toolweave: { code: "tool_input_invalid" } },
};

function noteTool(name = "note") {
  const ran: unknown[] = [];
  const note = tool(
    (args) => {
      ran.push(args);
      return "noted";
    },
    { name, description: "Notes.", schema: z.looseObject({}) },
  );
  return { note, ran };
}

const cutPiece = (index: number, id: string, args: string, name = "note"): Piece => ({
  call: { index, id, name, args },
});

/** The calls in the first turn, then a word. */
const turn =
  (...calls: readonly Piece[]): Script =>
  (_, count) =>
    count === 1 ? calls : ["Done."];

async function play(script: Script, agent: AgentDefinition) {
  const fixture = await createFixture(script, { agents: { agent } });
  const threadId = await fixture.client.newThread();
  await fixture.client.run(threadId, ASK);
  return { ...fixture, threadId };
}

async function answers({ client }: Fixture, threadId: string) {
  return (await messages(client, threadId)).filter(({ type }) => type === "tool");
}

async function pending({ client }: Fixture, threadId: string) {
  const { interrupts } = (await client.call("GET", `/threads/${threadId}`)).body;
  return Object.values(interrupts).flat() as { id: string; value: Record<string, unknown> }[];
}

const agentWith = (tools: unknown[], middleware: Middleware[] = []) =>
  ({ title: "A", prompt: "", tools, middleware }) as AgentDefinition;

describe("a call whose argument text is no whole JSON object", () => {
  test.each([
    ["ends within a string", '{"text":"del', { text: "del" }],
    ["ends before the closing brace", '{"text":"all"', { text: "all" }],
    ["ends within a word of JSON", '{"text":"x","sure":tru', { text: "x", sure: true }],
    ["has something behind it", '{"text":"a""}', {}],
    ["is no object", "[1]", {}],
  ])("%s: the tool does not run, and the model is told so", async (_, text, args) => {
    const { note, ran } = noteTool();
    const fixture = await play(turn(cutPiece(0, "k", text)), agentWith([note]));
    expect(ran).toEqual([]);
    expect(await answers(fixture, fixture.threadId)).toEqual([expect.objectContaining(REFUSED)]);
    const [, call] = await messages(fixture.client, fixture.threadId);
    expect(call).toMatchObject({
      tool_calls: [{ id: "k", args }],
      invalid_tool_calls: [{ id: "k", name: "note", args: text, error: expect.any(String) }],
    });
    expect(fixture.model.asked[1]?.at(-1)?.text).toContain("Write the call again");
  });

  test("does not keep its neighbours from running, wherever it stands among them", async () => {
    const { note, ran } = noteTool();
    const fixture = await play(
      turn(
        ...callPieces(0, "k1", "note", { text: "one" }),
        cutPiece(1, "k2", '{"text":"tw'),
        ...callPieces(2, "k3", "note", { text: "three" }),
      ),
      agentWith([note]),
    );
    expect(ran).toEqual([{ text: "one" }, { text: "three" }]);
    expect((await answers(fixture, fixture.threadId)).map(({ status }) => status)).toEqual([
      "success",
      "error",
      "success",
    ]);
  });

  test("nor a sibling of the same id and name that is whole", async () => {
    const { note, ran } = noteTool();
    const calls = [...callPieces(0, "k", "note", { text: "whole" }), cutPiece(1, "k", '{"text":"cu')];
    const fixture = await play(turn(...calls), agentWith([note]));
    expect(ran).toEqual([{ text: "whole" }]);
    expect(fixture.model.asked).toHaveLength(2);
  });

  test.each([
    ["within a string", '{"text":"tw'],
    ["behind a minus, which is read as -0 and kept as 0", '{"by":[-'],
    ["behind a number that JSON cannot keep", '{"by":1e999,"text":"tw'],
  ])("%s: is refused before a person is asked to review it, and the others are asked about", async (_, text) => {
    const { note, ran } = noteTool();
    const calls = [...callPieces(0, "k1", "note", { text: "one" }), cutPiece(1, "k2", text)];
    const fixture = await play(turn(...calls), agentWith([note], [reviewTools([{ tool: note }])]));
    const [interrupt] = await pending(fixture, fixture.threadId);
    expect(interrupt?.value.actionRequests).toMatchObject([{ name: "note", args: { text: "one" } }]);
    // What is broken must be known after a restart too.
    const again = await fixture.restart();
    const resume = { [interrupt?.id ?? ""]: { decisions: [{ type: "approve" }] } };
    await again.client.run(fixture.threadId, { command: { resume } });
    expect(ran).toEqual([{ text: "one" }]);
    expect(await answers(again, fixture.threadId)).toMatchObject([{ status: "success" }, REFUSED]);
  });

  test("asks nobody where it is the only one under review", async () => {
    const { note, ran } = noteTool();
    const fixture = await play(
      turn(cutPiece(0, "k", '{"text":"on')),
      agentWith([note], [reviewTools([{ tool: note }])]),
    );
    expect(await pending(fixture, fixture.threadId)).toEqual([]);
    expect(ran).toEqual([]);
    expect(await answers(fixture, fixture.threadId)).toMatchObject([REFUSED]);
  });

  test("runs under LangChain's own review with what a person made of it, and not as it was approved", async () => {
    const { note, ran } = noteTool();
    const stock = humanInTheLoopMiddleware({ interruptOn: { note: true } } as never);
    const calls = [cutPiece(0, "k1", '{"text":"on'), cutPiece(1, "k2", '{"text":"tw')];
    const fixture = await play(turn(...calls), agentWith([note], [stock]));
    const [interrupt] = await pending(fixture, fixture.threadId);
    const edited = { type: "edit", editedAction: { name: "note", args: { text: "one" } } };
    await fixture.client.run(fixture.threadId, {
      command: { resume: { [interrupt?.id ?? ""]: { decisions: [edited, { type: "approve" }] } } },
    });
    expect(ran).toEqual([{ text: "one" }]);
    expect(await answers(fixture, fixture.threadId)).toMatchObject([{ status: "success" }, REFUSED]);
  });

  test("of a browser tool asks no browser", async () => {
    const locate = registerHeadless(
      defineHeadlessTool({
        name: "locate",
        title: "Locate",
        description: "Locates.",
        reason: "It locates.",
        input: z.object({ place: z.string() }),
      }),
    );
    const fixture = await play(turn(cutPiece(0, "k", '{"place":"Li', "locate")), agentWith([locate]));
    expect(await pending(fixture, fixture.threadId)).toEqual([]);
    expect(await answers(fixture, fixture.threadId)).toMatchObject([REFUSED]);
  });

  test("does not run within an agent of one's own that has the middleware", async () => {
    const { note, ran } = noteTool();
    const inner = createAgent({
      model: new ScriptedModel(turn(cutPiece(0, "k", '{"text":"on'))),
      tools: [note],
      middleware: [wholeArguments],
    });
    const { messages: all } = await inner.invoke({ messages: [{ role: "user", content: "go" }] });
    expect(ran).toEqual([]);
    expect(all.map((message) => message.getType())).toEqual(["human", "ai", "tool", "ai"]);
  });
});

describe("a call that runs", () => {
  test.each([
    ["no text at all", undefined],
    ["empty text", ""],
    ["null", "null"],
    ["white space around an object", ' {"text":"x"}\n'],
  ])("has %s for arguments", async (_, args) => {
    const { note, ran } = noteTool();
    const call: Piece = { call: { index: 0, id: "k", name: "note", ...(args === undefined ? {} : { args }) } };
    const fixture = await play(turn(call), agentWith([note]));
    expect(ran).toEqual([args?.includes("x") ? { text: "x" } : {}]);
    const [, answer] = await messages(fixture.client, fixture.threadId);
    expect(answer?.invalid_tool_calls).toBeUndefined();
  });
});

describe("real provider classes", () => {
  test("OpenAI: a call cut off at the length limit is written again", async () => {
    const { fixture, threadId, ran, requests } = await playRecorded("openai", "own-openai-cut");
    expect(ran).toEqual([{ to: "ines@example.com", subject: "Picnic", body: "Hello Ines,\n\nbring the blanket." }]);
    expect(await answers(fixture, threadId)).toMatchObject([REFUSED, { status: "success" }]);
    expect(requests[1].messages.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_own_cut" }] },
      { role: "tool", tool_call_id: "call_own_cut", content: REFUSED.content },
    ]);
  });

  test("Anthropic: of two calls only the whole one runs, and both are answered", async () => {
    const { fixture, threadId, ran, requests } = await playRecorded("anthropic", "own-anthropic-cut");
    expect(ran).toEqual([{ city: "Lisbon" }]);
    expect(await answers(fixture, threadId)).toMatchObject([{ status: "success" }, REFUSED]);
    const [asked, told] = requests[1].messages.slice(-2);
    expect(asked.content.filter(({ type }: { type: string }) => type === "tool_use")).toMatchObject([
      { id: "toolu_own_lisbon", input: { city: "Lisbon" } },
      { id: "toolu_own_cut", input: { to: "ines@example.com" } },
    ]);
    expect(told.content).toMatchObject([{ tool_use_id: "toolu_own_lisbon" }, { tool_use_id: "toolu_own_cut" }]);
  });

  async function playRecorded(provider: "openai" | "anthropic", flow: string) {
    const replay = await startReplayServer({ chunkBytes: 40 });
    onTestFinished(() => replay.close());
    const address = `${replay.url}/${flow}`;
    const [draft, weather] = [noteTool("draft_email"), noteTool("get_weather")];
    const fixture = await createFixture(() => [], {
      agents: { agent: agentWith([draft.note, weather.note]) },
      isScripted: false,
      env: {
        NODE_ENV: "test",
        TOOLWEAVE_MODEL: `${provider}:recorded`,
        OPENAI_API_KEY: "test",
        OPENAI_BASE_URL: `${address}/v1`,
        ANTHROPIC_API_KEY: "test",
        ANTHROPIC_BASE_URL: address,
      },
    });
    const threadId = await fixture.client.newThread();
    await fixture.client.run(threadId, ASK);
    const asked = replay.requests.filter(({ method }) => method === "POST");
    const ran = [...draft.ran, ...weather.ran];
    return { fixture, threadId, ran, requests: asked.map(({ body }) => JSON.parse(body)) };
  }
});
