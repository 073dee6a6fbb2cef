// Faults that products of this kind had with the blocks and messages of providers: each check runs on an input of our own and,
// where ../shared/cases is at hand, on the one there. What needs the store (146, 148, 150) is tested there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type ContentBlock,
  createContentStream,
  filterMessages,
  type Message,
  readMessage,
  repairHistory,
  translateMessage,
} from ".";

const file = join(import.meta.dirname, "../../../shared/cases/cases.jsonl");
const caseSchema = z.looseObject({ n: z.number(), input: z.unknown() });
const shared = existsSync(file)
  ? new Map(
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => caseSchema.parse(JSON.parse(line)))
        .map(({ n, input }) => [n, input]),
    )
  : undefined;

const chunkSchema = z.looseObject({ content: z.union([z.string(), z.array(z.looseObject({}))]).optional() });
const chunksSchema = z.object({ chunks: z.array(chunkSchema) });

type Case = {
  readonly n: number;
  readonly title: string;
  readonly own: unknown;
  readonly check: (input: unknown) => void;
};

const CASES: readonly Case[] = [
  {
    n: 51,
    title: "pieces of a server tool's arguments are no client call and no error",
    own: {
      messages: [
        { content: [{ type: "server_tool_use", index: 4, id: "srv_7", name: "web_fetch", input: "" }] },
        {
          content: [{ type: "input_json_delta", index: 4, input: '{"url":"x"}' }],
          tool_call_chunks: [{ index: 4, args: '{"url":"x"}' }],
          invalid_tool_calls: [{ name: "", args: "{}", error: "Malformed args." }],
        },
      ],
    },
    check(input) {
      const { messages } = z.object({ messages: z.array(chunkSchema) }).parse(input);
      const blocks = readAll(messages);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toMatchObject({ type: "server_tool_call", args: expect.anything() });
      const settled = {
        type: "ai",
        content: messages.flatMap(({ content }) => partsOf(content)),
        ...messages[1],
        id: "m",
      };
      expect(translateMessage({ ...settled, tool_call_chunks: [] }).filter(isClientCall)).toEqual([]);
    },
  },
  {
    n: 53,
    title: "argument pieces that were saved with the content belong to their call, and are not sent back",
    own: {
      content: [
        { type: "text", text: "Looking" },
        { type: "tool_use", id: "toolu_3", name: "look", input: "" },
        { type: "input_json_delta", index: 1, input: '{"at":' },
        { type: "input_json_delta", index: 1, input: "[1]}" },
      ],
    },
    check(input) {
      const { content } = z
        .object({ content: z.array(z.looseObject({ type: z.string(), input: z.string().optional() })) })
        .parse(input);
      const [, use] = content;
      const text = content.flatMap(({ type, input: piece }) => (type === "input_json_delta" ? [piece] : [])).join("");
      const args = JSON.parse(text);
      const blocks = translateMessage({ type: "ai", content, response_metadata: { model_provider: "anthropic" } });
      expect(blocks).toMatchObject([content[0], { type: "tool_call", id: use?.id, name: use?.name, args }]);
      expect(blocks).toHaveLength(2);
      const call = { id: String(use?.id), name: String(use?.name), args };
      const history: Message[] = [
        { type: "human", content: "Go" },
        { type: "ai", content, tool_calls: [call] },
        { type: "tool", tool_call_id: call.id, content: "done" },
      ];
      const [, sent] = repairHistory(history, "anthropic");
      expect(sent?.content).toEqual([content[0], { ...use, input: args }]);
    },
  },
  {
    n: 55,
    title: "pieces of text without an index, one after the other, are one block",
    own: {
      chunks: [
        { content: [{ type: "reasoning", reasoning: "First, " }] },
        { content: [{ type: "reasoning", reasoning: "think." }] },
        { content: [{ type: "text", text: "Then " }] },
        { content: [{ type: "text", text: "say." }] },
        { content: [{ type: "text", text: "" }] },
      ],
    },
    check(input) {
      const { chunks } = chunksSchema.parse(input);
      const joined = (key: string) =>
        chunks.flatMap(({ content }) => partsOf(content).flatMap((part) => part[key] ?? [])).join("");
      expect(readAll(chunks)).toEqual([
        { type: "reasoning", reasoning: joined("reasoning") },
        { type: "text", text: joined("text") },
      ]);
    },
  },
  {
    n: 57,
    title: "a call beside reasoning gets its arguments though its pieces have no id",
    own: {
      chunks: [
        { content: [{ type: "reasoning", index: 0, reasoning: "hm" }] },
        { tool_call_chunks: [{ index: 2, id: "call_9", name: "seek", args: "" }] },
        { tool_call_chunks: [{ index: 2, args: '{"in":' }] },
        { tool_call_chunks: [{ index: 2, args: "true}" }] },
      ],
    },
    check(input) {
      const schema = z.array(
        z.looseObject({ id: z.string().optional(), name: z.string().optional(), args: z.string() }),
      );
      const { chunks } = chunksSchema.parse(input);
      const pieces = chunks.flatMap((chunk) => schema.parse(chunk.tool_call_chunks ?? []));
      const { id, name } = pieces.find((piece) => piece.id) ?? {};
      const args = JSON.parse(pieces.map((piece) => piece.args).join(""));
      const [reasoning, call, ...others] = readAll(chunks);
      expect(reasoning).toMatchObject({ type: "reasoning", reasoning: partsOf(chunks[0]?.content)[0]?.reasoning });
      expect(call).toEqual({ type: "tool_call", id, name, args });
      expect(others).toEqual([]);
    },
  },
  {
    n: 61,
    title: "signature pieces of a thinking block are joined, and unsigned thinking is never sent",
    own: {
      chunks: [
        { content: [{ type: "thinking", index: 3, thinking: "so " }] },
        { content: [{ type: "thinking", index: 3, thinking: "on", signature: "x" }] },
        { content: [{ type: "thinking", index: 3, signature: "yz" }] },
      ],
    },
    check(input) {
      const { chunks } = chunksSchema.parse(input);
      const joined = (key: string) =>
        chunks.flatMap(({ content }) => partsOf(content).flatMap((part) => part[key] ?? [])).join("");
      const stream = createContentStream();
      for (const chunk of chunks) stream.feed({ ...chunk, response_metadata: { model_provider: "anthropic" } });
      const signed = { thinking: joined("thinking"), signature: joined("signature") };
      expect(stream.content()).toEqual([expect.objectContaining({ type: "thinking", ...signed })]);
      const block = { type: "reasoning", reasoning: signed.thinking, extras: { signature: signed.signature } };
      expect(stream.snapshot()).toEqual([expect.objectContaining(block)]);
      const history = (content: object): Message[] => [
        { type: "human", content: "Go" },
        { type: "ai", content: [{ ...content }, { type: "text", text: "Done" }] },
      ];
      const sent = { type: "thinking", ...signed };
      expect(repairHistory(history(sent), "anthropic")[1]?.content).toContainEqual(sent);
      const { signature: _, ...unsigned } = sent;
      expect(repairHistory(history(unsigned), "anthropic")[1]?.content).toEqual([{ type: "text", text: "Done" }]);
    },
  },
  {
    n: 63,
    title: "blocks of a continuation that are neither text nor image are kept, unknown ones for the fallback",
    own: {
      chunks: [
        { id: "m", content: [] },
        { id: "m", content: [{ type: "thinking", thinking: "Well" }] },
        { id: "m", content: [{ type: "hologram", beams: 3 }] },
        { id: "m", content: [{ type: "text", text: "Yes" }] },
      ],
    },
    check(input) {
      const { chunks } = chunksSchema.parse(input);
      const parts = chunks.flatMap(({ content }) => partsOf(content));
      expect(readAll(chunks)).toEqual(
        parts.map((part) => {
          if (part.type === "thinking") return { type: "reasoning", reasoning: part.thinking };
          return part.type === "text" ? part : { type: "non_standard", value: part };
        }),
      );
    },
  },
  {
    n: 65,
    title: "all parts of a list are shown, in order",
    own: {
      content: [
        { type: "text", text: "Left" },
        { type: "image_url", image_url: "https://example.org/middle.png" },
        { type: "text", text: "Right" },
      ],
    },
    check(input) {
      const { content } = z.object({ content: z.array(z.looseObject({})) }).parse(input);
      const image = { type: "image", url: content[1]?.image_url };
      expect(translateMessage({ type: "human", content })).toEqual([content[0], image, content[2]]);
    },
  },
  {
    n: 142,
    title: "messages to remove and messages of no known type are read, and can be left out",
    own: {
      event: {
        updates: {
          prune: {
            messages: [
              { id: "a", type: "remove", content: "" },
              { id: "b", type: "telepathy", content: 7 },
              { id: "c", type: "ai", content: "here" },
            ],
          },
        },
      },
    },
    check(input) {
      const messages = z.array(z.looseObject({ id: z.string() }));
      const event = z
        .object({ event: z.object({ updates: z.record(z.string(), z.object({ messages })) }) })
        .parse(input);
      const given = Object.values(event.event.updates).flatMap((update) => update.messages);
      const read = given.map(readMessage);
      expect(read.map(({ id }) => id)).toEqual(given.map(({ id }) => id));
      const shown = filterMessages(read, { excludeTypes: ["remove", "unknown"] });
      expect(shown.map(({ id }) => id)).toEqual([given.at(-1)?.id]);
    },
  },
  {
    n: 144,
    title: "chunks of one message make one text, whatever ids they have",
    own: {
      chunks: [
        { id: "chatcmpl_5", content: "Wel" },
        { id: "run-77", content: "come" },
      ],
    },
    check(input) {
      const { chunks } = chunksSchema.parse(input);
      expect(readAll(chunks)).toEqual([{ type: "text", text: chunks.map(({ content }) => content).join("") }]);
    },
  },
  {
    n: 152,
    title: "parallel calls are one block each, with their own arguments",
    own: {
      chunks: [
        { index: 0, id: "p", name: "plus", args: '{"x":' },
        { index: 1, id: "q", name: "minus", args: '{"y":' },
        { index: 0, args: "1}" },
        { index: 1, args: "2}" },
      ],
    },
    check(input) {
      const schema = z.object({
        index: z.number(),
        id: z.string().optional(),
        name: z.string().optional(),
        args: z.string(),
      });
      const { chunks } = z.object({ chunks: z.array(schema) }).parse(input);
      const opening = chunks.filter(({ id }) => id);
      expect(readAll(chunks.map((chunk) => ({ content: "", tool_call_chunks: [chunk] })))).toEqual(
        opening.map(({ index, id, name }) => {
          const text = chunks.flatMap((chunk) => (chunk.index === index ? [chunk.args] : [])).join("");
          return { type: "tool_call", id, name, args: JSON.parse(text) };
        }),
      );
    },
  },
  {
    n: 154,
    title: "answers that come in the order of finishing are sent in the order of the calls, right after them",
    own: { calls: ["one", "two", "three", "four"], results_arrive: ["four", "two", "one", "three"] },
    check(input) {
      const ids = z.array(z.string());
      const { calls, results_arrive } = z.object({ calls: ids, results_arrive: ids }).parse(input);
      const history: Message[] = [
        { type: "human", content: "Do all" },
        { type: "ai", content: "", tool_calls: calls.map((id) => ({ id, name: "do", args: {} })) },
        ...results_arrive.map((id): Message => ({ type: "tool", tool_call_id: id, content: `result of ${id}` })),
      ];
      for (const provider of ["openai", "anthropic", "google", "bedrock"] as const) {
        const sent = repairHistory(history, provider).slice(2);
        expect(sent.map((message) => message.tool_call_id)).toEqual(calls);
        expect(sent.map((message) => message.content)).toEqual(calls.map((id) => `result of ${id}`));
      }
    },
  },
  {
    n: 156,
    title: "an answer that comes before its call is put behind it",
    own: { events: [{ tool_result: "early" }, { tool_call: "early" }] },
    check(input) {
      const schema = z.object({ tool_result: z.string().optional(), tool_call: z.string().optional() });
      const { events } = z.object({ events: z.array(schema) }).parse(input);
      const history = events.map(({ tool_result, tool_call }): Message => {
        if (tool_result !== undefined) return { type: "tool", tool_call_id: tool_result, content: "42" };
        return { type: "ai", content: "", tool_calls: [{ id: tool_call, name: "ask", args: {} }] };
      });
      const sent = repairHistory([{ type: "human", content: "Ask" }, ...history], "openai");
      expect(sent.map(({ type }) => type)).toEqual(["human", "ai", "tool"]);
      expect(sent[2]?.content).toBe("42");
    },
  },
];

describe.each(CASES)("case $n: $title", ({ n, own, check }) => {
  test("on our own input", () => check(own));
  test.skipIf(!shared)("on the input of ../shared/cases", () => {
    expect(shared?.has(n)).toBe(true);
    check(shared?.get(n));
  });
});

function readAll(chunks: readonly unknown[]): readonly ContentBlock[] {
  const stream = createContentStream();
  for (const chunk of chunks) {
    stream.feed(chunk);
    stream.snapshot();
  }
  stream.finish();
  return stream.snapshot();
}

function partsOf(content: string | readonly Record<string, unknown>[] | undefined): readonly Record<string, unknown>[] {
  return typeof content === "string" || content === undefined ? [] : content;
}

function isClientCall({ type }: ContentBlock): boolean {
  return type === "tool_call" || type === "tool_call_chunk" || type === "invalid_tool_call";
}
