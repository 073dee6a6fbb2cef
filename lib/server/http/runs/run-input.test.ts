import { describe, expect, test } from "vitest";
import { createFixture } from "../../test-support/fixture";

const user = (fields: object) => ({ messages: [{ role: "user", content: "x", ...fields }] });
const ai = (fields: object) => ({ messages: [{ role: "assistant", content: "x", ...fields }] });

describe("what no run can begin with is a 400 that names the field", () => {
  test.each([
    [{ input: "str" }, "input"],
    [{ input: 5 }, "input"],
    [{ input: true }, "input"],
    [{ input: [1] }, "input"],
    [{ input: { messages: 5 } }, "input.messages"],
    [{ input: { messages: null } }, "input.messages"],
    [{ input: { messages: [null] } }, "input.messages.0"],
    [{ input: { messages: [[]] } }, "input.messages.0"],
    [{ input: { messages: ["fine", ["nobody", "x"]] } }, "input.messages.1"],
    [{ input: { messages: [{ role: "tool", content: "x" }] } }, "input.messages.0.tool_call_id"],
    [{ input: { messages: [{ type: "remove", id: "zzz" }] } }, "input.messages.0"],
    [{ input: { messages: ["fine", { type: "remove", id: "zzz" }] } }, "input.messages.1"],
    [{ input: { messages: [{ type: "remove" }] } }, "input.messages.0.id"],
    [{ input: { messages: [{ lc: 1, id: ["HumanMessage"], kwargs: { content: 5 } }] } }, "input.messages.0.content"],
    [{ input: user({ content: [null] }) }, "input.messages.0.content"],
    [{ input: user({ content: [5] }) }, "input.messages.0.content"],
    [{ input: user({ id: 5 }) }, "input.messages.0.id"],
    [{ input: user({ id: {} }) }, "input.messages.0.id"],
    [{ input: user({ additional_kwargs: 7 }) }, "input.messages.0.additional_kwargs"],
    [{ input: ai({ tool_calls: 5 }) }, "input.messages.0.tool_calls"],
    [{ input: ai({ tool_calls: [null] }) }, "input.messages.0.tool_calls.0"],
    [{ input: ai({ tool_calls: [{ name: "add", args: "1" }] }) }, "input.messages.0.tool_calls.0.args"],
    [
      { input: ai({ tool_calls: [{ id: "1", type: "function", function: {} }] }) },
      "input.messages.0.tool_calls.0.function.name",
    ],
    [{ command: {} }, "command"],
    [{ command: { update: 5 } }, "command.update"],
    [{ command: { update: [1] } }, "command.update"],
    [{ command: { update: { messages: 5 } } }, "command.update.messages"],
    [{ command: { update: user({ content: 5 }) } }, "command.update.messages.0.content"],
    [{ command: { update: [["messages", [null]]] } }, "command.update.0.1.0"],
    [{ command: { update: { messages: [{ type: "remove", id: "zzz" }] } } }, "command.update.messages.0"],
    [{ command: { goto: [] } }, "command"],
    [{ command: { goto: "nowhere" } }, "command.goto"],
    [{ command: { goto: ["model_request", { node: "nowhere", input: {} }] } }, "command.goto"],
  ])("%j", async (request, field) => {
    const { client, reported } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    const { status, body } = await client.call("POST", `/threads/${threadId}/runs/wait`, {
      assistant_id: "agent",
      ...request,
    });
    expect([status, body.code, body.field]).toEqual([400, "bad_request", field]);
    expect(body.message).toMatch(/^[\w.]+ .{10,200}\.$/);
    expect(body.message).not.toMatch(/undefined|Cannot read|null/);
    expect([reported, (await client.call("GET", `/threads/${threadId}/runs`)).body]).toEqual([[], []]);
    const next = await client.run(threadId, { input: user({}) });
    expect(next.some(({ event }) => event === "error")).toBe(false);
  });

  test.each([[{ unknown_key: 1 }], [{}], [{ messages: [] }]])(
    "%j is no mistake: as on a LangGraph server the graph runs on the state as it is",
    async (input) => {
      const { client, model } = await createFixture((history) => [`answer to ${history.length}`]);
      const threadId = await client.newThread();
      for (const request of [{ input: user({}) }, { input }]) {
        const events = await client.run(threadId, request);
        expect(events.some(({ event }) => event === "error")).toBe(false);
      }
      const { body } = await client.call("GET", `/threads/${threadId}/state`);
      expect(Object.keys(body.values)).toEqual(["messages"]);
      expect(body.values.messages.map(({ type }: { type: string }) => type)).toEqual(["human", "ai", "ai"]);
      expect(model.asked).toHaveLength(2);
    },
  );

  test("what LangChain takes for a message is still taken, and a message that is there can be taken out", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    const call = { id: "1", type: "function", function: { name: "add", arguments: '{"a":1,"b":2}' } };
    const messages = [
      "text",
      ["system", "pair"],
      { type: "human", content: [{ type: "text", text: "blocks" }], id: "gone" },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: "3", tool_call_id: "1" },
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "lc" } },
      { type: "message", role: "user", content: "both" },
    ];
    await client.run(threadId, { input: { messages } });
    await client.run(threadId, { input: { messages: [{ type: "remove", id: "gone" }, "more"] } });
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    expect(body.values.messages.map(({ type, content }: Record<string, unknown>) => [type, content])).toEqual([
      ["human", "text"],
      ["system", "pair"],
      ["ai", ""],
      ["tool", "3"],
      ["human", "lc"],
      ["human", "both"],
      ["ai", "hi"],
      ["human", "more"],
      ["ai", "hi"],
    ]);
    await client.run(threadId, { input: { messages: [{ type: "remove", id: "__remove_all__" }, "new"] } });
    const { body: emptied } = await client.call("GET", `/threads/${threadId}/state`);
    expect(emptied.values.messages).toHaveLength(2);
  });
});
