import { expect, it } from "vitest";
import { createMemoryTransport, type MemoryRun } from "@/lib/transport";
import { say, sayCall, toolMessage } from "../test-support/session";
import { createAgentClient } from "./create-agent-client";
import type { RunToolCall } from "./run-tool-call";

const open = (script: (run: MemoryRun) => Promise<void> | void) =>
  createAgentClient({ transport: createMemoryTransport({ script }), agent: "agent" });

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

const usage = (input: number, output: number) => ({
  usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
});

it("gives reasoning apart from text, and token counts summed over the messages", async () => {
  const run = open((wire) => {
    say(wire, "m1", { content: [{ type: "thinking", thinking: "Hm. " }] }, "Yes", usage(10, 2));
    wire.emit("updates", { model: { messages: [{ type: "ai", id: "m1", content: "Yes", ...usage(10, 2) }] } });
    say(wire, "m2", "No", usage(12, 1));
  }).run({ input: {} });
  const [reasoning, sums] = await Promise.all([all(run.reasoning), all(run.usage), run.output]);
  expect(reasoning).toEqual(["Hm. "]);
  expect(sums.map(({ total_tokens: total }) => total)).toEqual([12, 25]);
  expect(await run.usage).toMatchObject({ input_tokens: 22, output_tokens: 3 });
  const messages = await all(run.messages);
  expect(await Promise.all(messages.map((message) => message.usage))).toMatchObject([
    { total_tokens: 12 },
    { total_tokens: 13 },
  ]);
  expect(await messages[0]?.reasoning).toBe("Hm. ");
});

it("gives a message that came whole, and what a whole message says beyond its pieces", async () => {
  const run = open((wire) => {
    say(wire, "m1", "Hello");
    wire.emit("updates", { first: { messages: [{ type: "ai", id: "m1", content: "Hello world" }] } });
    wire.emit("updates", { second: { messages: [{ type: "ai", id: "m2", content: "Whole." }] } });
    wire.emit("updates", { third: { messages: [{ type: "human", id: "m3", content: "not an answer" }] } });
  }).run({ input: {} });
  expect((await all(run.text)).join("|")).toBe("Hello| world|Whole.");
  const messages = await all(run.messages);
  expect(messages.map(({ id, node }) => [id, node])).toEqual([
    ["m1", "model"],
    ["m2", "second"],
  ]);
});

it("lets the body of a loop read an item to its end, however much comes for the loop meanwhile", async () => {
  const run = open((wire) => {
    say(wire, "m1", "one ");
    for (let item = 0; item < 1_000; item += 1) wire.emit("custom", { item });
    sayCall(wire, "m1", 0, "c1", "write", '{"text":"a"}');
    for (let item = 0; item < 1_000; item += 1) wire.emit("custom", { item });
    say(wire, "m1", "two");
    wire.emit("updates", { model: { messages: [{ type: "ai", id: "m1", content: "one two" }] } });
  }).run({ input: {} });
  const texts: string[] = [];
  let customs = 0;
  for await (const [name, item] of run.interleave("messages", "custom")) {
    if (name === "custom") customs += 1;
    else {
      for await (const call of item.toolCalls) await call.input;
      texts.push(await item.text);
    }
  }
  expect(texts).toEqual(["one two"]);
  expect(customs).toBe(2_000);
});

it("never gives arguments that were cut off as input", async () => {
  const run = open((wire) => {
    sayCall(wire, "m1", 0, "c1", "send", '{"to":"a');
    wire.emit("error", { error: "Error", message: "the model went away" });
  }).run({ input: {} });
  const calls: RunToolCall[] = [];
  await expect(
    (async () => {
      for await (const call of run.toolCalls) calls.push(call);
    })(),
  ).rejects.toThrow("went away");
  expect(calls).toHaveLength(1);
  await expect(calls[0]?.input).rejects.toMatchObject({ code: "tool_input_invalid" });
  expect(await calls[0]?.settled).toMatchObject({ status: "incomplete", args: { to: "a" } });
});

it("skips to the newest snapshot of a call for a slow reader, and keeps every call", async () => {
  const run = open((wire) => {
    for (let call = 0; call < 20; call += 1) {
      sayCall(wire, `m${call}`, 0, `c${call}`, "write", '{"text":"', ..."abcdefghij", '"}');
      wire.emit("updates", { tools: { messages: [toolMessage(`c${call}`, "ok")] } });
    }
  }).run({ input: {} });
  let snapshots = 0;
  const results = [];
  await run.output;
  for await (const call of run.toolCalls) {
    for await (const { result } of call) {
      snapshots += 1;
      if (result) results.push(result.content);
    }
  }
  expect(results).toEqual(Array.from({ length: 20 }, () => "ok"));
  expect(snapshots).toBe(20);
});
