import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, Send } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOOKS_SERIALIZED, lcJson } from "../../test-support/lc-data";
import { createDataSerde } from "./data-serde";

const theirs = new MemorySaver().serde;
const serde = createDataSerde(theirs);

async function there(value: unknown): Promise<string> {
  const [, bytes] = await serde.dumpsTyped(value);
  return new TextDecoder().decode(bytes);
}

async function thereAndBack(value: unknown): Promise<unknown> {
  return serde.loadsTyped("json", await there(value));
}

describe("what is stored", () => {
  test("comes back as it went in, whatever keys it has, also inside a message", async () => {
    await fc.assert(
      fc.asyncProperty(lcJson, async (data) => {
        expect(await thereAndBack({ data })).toStrictEqual({ data });
        const message = new AIMessage({
          content: [{ type: "text", text: "x", extra: data }],
          additional_kwargs: { data },
          response_metadata: { data },
          tool_calls: [{ id: "1", name: "f", args: { data }, type: "tool_call" }],
        });
        const [back] = (await thereAndBack([message])) as AIMessage[];
        expect(back).toBeInstanceOf(AIMessage);
        for (const part of ["content", "additional_kwargs", "response_metadata", "tool_calls"] as const) {
          expect(back?.[part]).toStrictEqual(message[part]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["messages", [new HumanMessage({ id: "1", content: "hi" })]],
    ["undefined, alone and inside", { a: undefined, b: [undefined] }],
    ["maps and sets", { map: new Map<unknown, unknown>([["a", new Set([1])]]), set: new Set(["x"]) }],
    ["expressions, errors and bytes", [/a+/gi, new Error("why"), { bytes: new Uint8Array([1, 2]) }]],
    ["packets", [new Send("node", { messages: [new HumanMessage("hi")] })]],
    ["dates", { at: new Date(0) }],
  ])("is written as LangGraph writes it, and read so: %s", async (_, value) => {
    const [, expected] = await theirs.dumpsTyped(value);
    expect(await there(value)).toBe(new TextDecoder().decode(expected));
    expect(await thereAndBack(value)).toEqual(await theirs.loadsTyped("json", expected));
  });

  test("is read as LangGraph reads it where nothing in it is revived", async () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "type", "l", "c"));
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.array(tie("json")), fc.dictionary(name, tie("json"))),
    }));
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const text = JSON.stringify(value);
        const [read, expected] = [await serde.loadsTyped("json", text), await theirs.loadsTyped("json", text)];
        expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
      }),
    );
  });

  test("comes back from inside maps and sets", async () => {
    const value = { map: new Map([["a", LOOKS_SERIALIZED]]), set: new Set([LOOKS_SERIALIZED]) };
    expect(await thereAndBack(value)).toEqual(value);
  });

  test("is written where it goes in a circle", async () => {
    const circle: Record<string, unknown> = { ...LOOKS_SERIALIZED };
    circle.self = circle;
    expect(await thereAndBack({ circle })).toMatchObject({ circle: { lc: 1 } });
  });

  test("comes back nested deeper than LangChain reads", async () => {
    let data: unknown = LOOKS_SERIALIZED;
    for (let depth = 0; depth < 150; depth += 1) data = { data };
    const message = new HumanMessage({ content: "hi", additional_kwargs: { data } });
    const [back] = (await thereAndBack([message])) as HumanMessage[];
    expect(back).toBeInstanceOf(HumanMessage);
    expect(back?.additional_kwargs).toStrictEqual(message.additional_kwargs);
  });
});

describe("text of an older version", () => {
  test.each([
    ["an unknown class", LOOKS_SERIALIZED],
    ["a secret", { lc: 1, type: "secret", id: ["HOME"] }],
    ["what is not implemented", { lc: 1, type: "not_implemented", id: ["Nope"] }],
  ])("stays data where it cannot be revived, and the message around it is read: %s", async (_, data) => {
    const message = new HumanMessage({ id: "1", content: "hi", additional_kwargs: { data } });
    const [, bytes] = await theirs.dumpsTyped([message, { state: LOOKS_SERIALIZED }]);
    const [back, state] = (await serde.loadsTyped("json", bytes)) as [HumanMessage, unknown];
    expect(back).toBeInstanceOf(HumanMessage);
    expect(back.additional_kwargs).toStrictEqual({ data });
    expect(state).toStrictEqual({ state: LOOKS_SERIALIZED });
  });
});
