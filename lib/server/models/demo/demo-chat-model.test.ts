import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { DemoChatModel } from "@/lib/server/models";
import { add, draftEmail, makeTable, multiply } from "@/lib/server/tools";

const SUMS = "What is 3 * 12? Also, what is 11 + 49?";
const full = new DemoChatModel({ chunksPerSecond: 0 });
const tools = [multiply, add, draftEmail, makeTable];

afterEach(() => vi.unstubAllEnvs());

async function chunksOf(question: string | BaseMessage[], model = full): Promise<AIMessageChunk[]> {
  const input = typeof question === "string" ? [new HumanMessage(question)] : question;
  const chunks: AIMessageChunk[] = [];
  for await (const chunk of await model.bindTools(tools).stream(input)) chunks.push(chunk);
  return chunks;
}

function join(chunks: readonly AIMessageChunk[]): AIMessageChunk {
  return chunks.reduce((whole, chunk) => whole.concat(chunk));
}

describe("chunks of the demo model", () => {
  test("name and id come on a call's first chunk only, the arguments in pieces of 1 to 6 characters by index", async () => {
    const pieces = (await chunksOf(SUMS)).flatMap((chunk) => chunk.tool_call_chunks ?? []);
    const first = pieces.filter((piece) => piece.name !== undefined);
    expect(first.map(({ index, name, args }) => ({ index, name, args }))).toEqual([
      { index: 0, name: "multiply", args: "" },
      { index: 1, name: "add", args: "" },
    ]);
    expect(new Set(first.map((piece) => piece.id)).size).toBe(2);
    const rest = pieces.filter((piece) => piece.name === undefined);
    expect(rest.every((piece) => piece.id === undefined && typeof piece.index === "number")).toBe(true);
    for (const index of [0, 1]) {
      const args = rest.filter((piece) => piece.index === index).map((piece) => piece.args ?? "");
      expect(args.length).toBeGreaterThan(1);
      for (const piece of args.slice(0, -1)) {
        expect(piece.length).toBeGreaterThanOrEqual(1);
        expect(piece.length).toBeLessThanOrEqual(6);
      }
    }
  });

  test("joined they are the calls, with usage on the last and the finish reason before it", async () => {
    const chunks = await chunksOf(SUMS);
    const whole = join(chunks);
    expect(whole.tool_calls).toMatchObject([
      { name: "multiply", args: { a: 3, b: 12 } },
      { name: "add", args: { a: 11, b: 49 } },
    ]);
    expect(whole.invalid_tool_calls).toEqual([]);
    expect(chunks.filter((chunk) => chunk.usage_metadata !== undefined)).toEqual([chunks.at(-1)]);
    expect(whole.response_metadata).toMatchObject({ finish_reason: "tool_calls", model_name: "demo" });
  });

  test("a long argument survives: line breaks, quotes, accents, emoji", async () => {
    const [call] = join(await chunksOf("Draft an email to Inês about the “big” picnic")).tool_calls ?? [];
    expect(call?.args).toMatchObject({ to: "ines@example.com", subject: "The “big” picnic" });
    expect(call?.args.body).toMatch(/^Dear Inês,\n\n.*João.*🧺$/s);
  });

  test("reasoning comes before the text, apart from it", async () => {
    const chunks = await chunksOf("Think about bridges");
    const whole = join(chunks);
    expect(whole.additional_kwargs.reasoning_content).toMatch(/think about bridges/);
    expect(whole.text).toMatch(/^About bridges/);
    const lastReasoning = chunks.findLastIndex((chunk) => chunk.additional_kwargs.reasoning_content !== undefined);
    expect(lastReasoning).toBeLessThan(chunks.findIndex((chunk) => chunk.text !== ""));
  });

  test("the same messages give the same chunks; another conversation gives other call ids", async () => {
    const bare = (chunks: AIMessageChunk[]) =>
      chunks.map(({ content, tool_call_chunks }) => ({ content, tool_call_chunks }));
    const question = (id: string) => [new HumanMessage({ id, content: SUMS })];
    const first = await chunksOf(question("1"));
    expect(bare(await chunksOf(question("1")))).toEqual(bare(first));
    expect(join(await chunksOf(question("2"))).tool_calls?.[0]?.id).not.toBe(join(first).tool_calls?.[0]?.id);
  });

  test("invoke gives what the stream gives", async () => {
    const [invoked, streamed] = [await full.bindTools(tools).invoke(SUMS), join(await chunksOf(SUMS))];
    expect(invoked.tool_calls).toEqual(streamed.tool_calls);
    expect(invoked.usage_metadata).toEqual(streamed.usage_metadata);
  });

  test("only scenarios whose tools the agent has are played or offered", async () => {
    const answer = await full.invoke(SUMS);
    expect(answer.tool_calls).toEqual([]);
    expect(answer.text).toContain("Think about");
    expect(answer.text).not.toContain("3 * 12");
    const shaped = { type: "function", function: { name: "make_table", parameters: {} } };
    expect((await full.bindTools([shaped]).invoke("Make a table of the planets")).tool_calls).toHaveLength(1);
  });

  test("a call that got no answer does not count as a round", async () => {
    const call = { type: "tool_call" as const, name: "multiply", args: { a: 3, b: 12 } };
    const answered = [
      new HumanMessage(SUMS),
      new AIMessage({
        content: "",
        tool_calls: [
          { ...call, id: "1" },
          { ...call, id: "2", name: "add" },
        ],
      }),
      new ToolMessage({ tool_call_id: "2", name: "add", content: "60" }),
      new ToolMessage({ tool_call_id: "1", name: "multiply", content: "no", status: "error" }),
    ];
    expect(join(await chunksOf(answered.slice(0, 2))).tool_calls).toHaveLength(2);
    expect(join(await chunksOf(answered)).text).toBe("3 * 12 could not be worked out (it said: no) and 11 + 49 is 60.");
  });
});

describe("pace and stop", { retry: 2 }, () => {
  test("chunks come at the pace that was asked for", async () => {
    const startMs = performance.now();
    const chunks = await chunksOf(SUMS, new DemoChatModel({ chunksPerSecond: 50 }));
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(((chunks.length - 1) * 1000) / 50);
  });

  test.each([0, 1, 60])("at %d chunks per second an abort ends the stream within 100 ms", async (chunksPerSecond) => {
    const controller = new AbortController();
    const stream = await new DemoChatModel({ chunksPerSecond }).stream("Write a long text", {
      signal: controller.signal,
    });
    const reading = (async () => {
      for await (const chunk of stream) chunk.text;
    })();
    await new Promise((resolve) => setTimeout(resolve, chunksPerSecond === 0 ? 1 : 30));
    const abortedMs = performance.now();
    controller.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(performance.now() - abortedMs).toBeLessThan(100);
  });

  test("an agent's run ends within 100 ms of an abort", async () => {
    const agent = createAgent({ model: new DemoChatModel({ chunksPerSecond: 2 }), tools });
    const controller = new AbortController();
    const stream = await agent.stream(
      { messages: [{ role: "user", content: "Write a long text" }] },
      { streamMode: "messages", signal: controller.signal },
    );
    let abortedMs = 0;
    const reading = (async () => {
      for await (const [message] of stream) {
        if (abortedMs > 0 || message.text === "") continue;
        abortedMs = performance.now();
        controller.abort();
      }
    })();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(performance.now() - abortedMs).toBeLessThan(100);
  });
});

describe("at full speed through an agent", () => {
  const question = { messages: [{ role: "user", content: "Write a long text" }] };

  test("with foreground callbacks no chunk is lost", async () => {
    vi.stubEnv("LANGCHAIN_CALLBACKS_BACKGROUND", "false");
    const agent = createAgent({ model: full, tools });
    const streamed: AIMessageChunk[] = [];
    let final: BaseMessage | undefined;
    for await (const [mode, data] of await agent.stream(question, { streamMode: ["messages", "values"] })) {
      if (mode === "values") final = data.messages.at(-1);
      else if (AIMessageChunk.isInstance(data[0])) streamed.push(data[0]);
    }
    expect(streamed.length).toBeGreaterThan(500);
    expect(join(streamed).text).toBe(final?.text);
  });

  test("the event loop keeps turning", async () => {
    vi.stubEnv("LANGCHAIN_CALLBACKS_BACKGROUND", "false");
    const agent = createAgent({ model: full, tools: [tool(() => "", { name: "unused", schema: z.object({}) })] });
    let turns = 0;
    let next: NodeJS.Immediate;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    next = setImmediate(turn);
    await agent.invoke(question);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
  });
});
