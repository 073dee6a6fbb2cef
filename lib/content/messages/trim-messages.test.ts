import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  trimMessages as trimOfLangChain,
} from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countTokensApproximately, type Message, textOfMessage, trimMessages } from "@/lib/content";

const MESSAGES: readonly Message[] = [
  { type: "system", content: "one two" },
  { type: "human", content: "three four five" },
  { type: "ai", content: "six seven" },
  { type: "human", content: "eight nine ten eleven" },
  { type: "ai", content: "twelve" },
];

/** Words are tokens. */
function countWords(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + textOfMessage(message).split(/\s+/).filter(Boolean).length, 0);
}

function textsOf(messages: readonly Message[]): string[] {
  return messages.map(textOfMessage);
}

describe("trimMessages", () => {
  test("keeps the last messages that fit, or the first", async () => {
    const options = { maxTokens: 7, tokenCounter: countWords };
    expect(textsOf(await trimMessages(MESSAGES, options))).toEqual(["six seven", "eight nine ten eleven", "twelve"]);
    expect(textsOf(await trimMessages(MESSAGES, { ...options, strategy: "first" }))).toEqual([
      "one two",
      "three four five",
      "six seven",
    ]);
    expect(await trimMessages(MESSAGES, { ...options, maxTokens: 100 })).toEqual(MESSAGES);
    expect(await trimMessages(MESSAGES, { ...options, maxTokens: 0 })).toEqual([]);
    expect(await trimMessages([], options)).toEqual([]);
  });

  test("begins and ends with the types that are asked for", async () => {
    const last = { maxTokens: 7, tokenCounter: countWords, startOn: "human" as const };
    expect(textsOf(await trimMessages(MESSAGES, last))).toEqual(["eight nine ten eleven", "twelve"]);
    const ended = { maxTokens: 6, tokenCounter: countWords, endOn: ["human", "tool"] as const };
    expect(textsOf(await trimMessages(MESSAGES, ended))).toEqual(["six seven", "eight nine ten eleven"]);
    const first = { maxTokens: 7, tokenCounter: countWords, strategy: "first" as const, endOn: "human" as const };
    expect(textsOf(await trimMessages(MESSAGES, first))).toEqual(["one two", "three four five"]);
    expect(await trimMessages(MESSAGES, { ...last, startOn: "tool" })).toEqual([]);
  });

  test("keeps the system message, which counts", async () => {
    const options = { maxTokens: 7, tokenCounter: countWords, includeSystem: true, startOn: "human" as const };
    expect(textsOf(await trimMessages(MESSAGES, options))).toEqual(["one two", "eight nine ten eleven", "twelve"]);
    expect(textsOf(await trimMessages(MESSAGES, { ...options, maxTokens: 1 }))).toEqual(["one two"]);
  });

  test("keeps the part of a message that fits: lines of text, or blocks", async () => {
    const lines: Message[] = [
      { type: "human", content: "a b\nc\nd e" },
      { type: "ai", content: "f" },
    ];
    const partial = { tokenCounter: countWords, allowPartial: true };
    expect(textsOf(await trimMessages(lines, { ...partial, maxTokens: 4 }))).toEqual(["c\nd e", "f"]);
    expect(textsOf(await trimMessages(lines, { ...partial, maxTokens: 3, strategy: "first" }))).toEqual(["a b\nc\n"]);
    const blocks: Message[] = [
      { type: "human", content: ["a b ", "c ", "d "].map((text) => ({ type: "text", text })) },
    ];
    expect((await trimMessages(blocks, { ...partial, maxTokens: 2 }))[0]?.content).toEqual(
      ["c ", "d "].map((text) => ({ type: "text", text })),
    );
    expect((await trimMessages(blocks, { ...partial, maxTokens: 3, strategy: "first" }))[0]?.content).toEqual(
      ["a b ", "c "].map((text) => ({ type: "text", text })),
    );
    const words = {
      ...partial,
      maxTokens: 1,
      textSplitter: (text: string) => text.split(/(?<= )/),
      strategy: "first" as const,
    };
    expect((await trimMessages(blocks, words))[0]?.content).toBe("a ");
  });

  test("asks a model, with a text splitter of LangChain's kind, or counts approximately", async () => {
    const model = { getNumTokens: async (content: unknown) => textOfMessage(content).split(" ").length };
    const options = { maxTokens: 5, tokenCounter: model };
    expect(textsOf(await trimMessages(MESSAGES, options))).toEqual(["eight nine ten eleven", "twelve"]);
    const splitter = { splitText: async (text: string) => text.split(/(?<= )/) };
    const cut = { ...options, maxTokens: 3, allowPartial: true, textSplitter: splitter };
    expect(textsOf(await trimMessages(MESSAGES, cut))).toEqual(["ten eleven", "twelve"]);
    const few = await trimMessages(MESSAGES, { maxTokens: 20, tokenCounter: "approximate" });
    expect(few.length).toBeGreaterThan(0);
    expect(countTokensApproximately(few)).toBeLessThanOrEqual(20);
    const two = await trimMessages(MESSAGES, { maxTokens: 2, tokenCounter: (messages) => messages.length });
    expect(two).toEqual(MESSAGES.slice(-2));
  });

  test("refuses options that contradict each other", async () => {
    const options = { maxTokens: 1, tokenCounter: countWords, strategy: "first" as const };
    await expect(trimMessages(MESSAGES, { ...options, startOn: "human" })).rejects.toThrow(TypeError);
    await expect(trimMessages(MESSAGES, { ...options, includeSystem: true })).rejects.toThrow(TypeError);
  });

  test("fits, takes no fewer messages than it could, and changes none of them", async () => {
    const message = fc.record({ type: fc.constantFrom("human", "ai", "tool"), words: fc.nat(4) });
    const history = fc
      .array(message, { maxLength: 8 })
      .map((list) =>
        list.map(
          ({ type, words }, at): Message => ({ type, content: "w ".repeat(words), tool_call_id: `${at}` }) as Message,
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.nat(20),
        fc.boolean(),
        fc.boolean(),
        async (messages, maxTokens, allowPartial, isFirst) => {
          const before = JSON.stringify(messages);
          const strategy = isFirst ? "first" : "last";
          const kept = await trimMessages(messages, { maxTokens, tokenCounter: countWords, strategy, allowPartial });
          expect(countWords(kept)).toBeLessThanOrEqual(maxTokens);
          expect(JSON.stringify(messages)).toBe(before);
          const rest = messages.length - kept.length;
          if (rest === 0) return;
          const more = isFirst ? messages.slice(0, kept.length + 1) : messages.slice(-kept.length - 1);
          expect(countWords(more)).toBeGreaterThan(maxTokens);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("gives what LangChain.js gives, for whole messages", async () => {
    const classes = { human: HumanMessage, ai: AIMessage, system: SystemMessage } as const;
    const type = fc.constantFrom("human" as const, "ai" as const);
    const history = fc.array(fc.record({ type, words: fc.integer({ min: 1, max: 4 }) }), { maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.nat(20),
        fc.boolean(),
        fc.option(type, { nil: undefined }),
        async (list, maxTokens, hasSystem, endOn) => {
          const given = [...(hasSystem ? [{ type: "system" as const, words: 2 }] : []), ...list];
          const ours = given.map(({ type, words }): Message => ({ type, content: "w ".repeat(words) }));
          const theirs = given.map(({ type, words }): BaseMessage => new classes[type]("w ".repeat(words)));
          const options = { maxTokens, strategy: "last" as const, ...(endOn && { endOn }) };
          const kept = await trimMessages(ours, { ...options, tokenCounter: countWords });
          const wanted = await trimOfLangChain(theirs, {
            ...options,
            tokenCounter: (messages) => countWords(messages as unknown as Message[]),
          });
          expect(kept.map(({ type, content }) => [type, content])).toEqual(
            wanted.map(({ type, content }) => [type, content]),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

test("the counter sees the messages in their order, also where the last ones are kept", async () => {
  const messages: Message[] = ["1", "2", "3"].map((id) => ({ type: "human", id, content: id }));
  const asked: string[] = [];
  const tokenCounter = (list: readonly Message[]) => {
    asked.push(list.map(({ id }) => id).join(""));
    return list.length;
  };
  await trimMessages(messages, { maxTokens: 2, tokenCounter });
  expect(asked).toContain("23");
  expect(asked.filter((ids) => !"123".endsWith(ids))).toEqual([]);
});

test("of parts, the text that is cut is the one beside what stays, as in Python", async () => {
  const message: Message = { type: "human", content: ["a\nb", { type: "text", text: "c\nd" }] };
  const tokenCounter = (list: readonly Message[]) =>
    JSON.stringify(list.map((kept) => "content" in kept && kept.content)).match(/[a-d]\b/g)?.length ?? 0;
  const trim = (strategy: "first" | "last") =>
    trimMessages([message], { maxTokens: 1, tokenCounter, strategy, allowPartial: true });
  expect(await trim("first")).toMatchObject([{ content: "a\n" }]);
  expect(await trim("last")).toMatchObject([{ content: "d" }]);
});

describe("countTokensApproximately", () => {
  test("is four characters a token and three tokens a message", () => {
    // "user" and 12 characters are 4 tokens.
    expect(countTokensApproximately([{ type: "human", content: "twelve chars" }])).toBe(4 + 3);
    expect(countTokensApproximately([])).toBe(0);
  });

  test("counts calls, and media by the piece", () => {
    const plain = countTokensApproximately([{ type: "ai", content: "" }]);
    const calling = countTokensApproximately([
      { type: "ai", content: "", tool_calls: [{ id: "c", name: "f", args: { text: "long enough" } }] },
    ]);
    expect(calling).toBeGreaterThan(plain);
    const image: Message = {
      type: "human",
      content: [{ type: "image", base64: "A".repeat(100_000), mime_type: "image/png" }],
    };
    expect(countTokensApproximately([image])).toBeLessThan(100);
  });
});
