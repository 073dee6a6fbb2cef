// Every recorded stream through LangChain.js's class, over HTTP, ends in blocks that say what the provider sent, and says why where it ended early.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ChatAnthropic } from "@langchain/anthropic";
import type { AIMessageChunk } from "@langchain/core/messages";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { afterAll, describe, expect, test } from "vitest";
import { hasSharedStreams, type RecordedStream, SHARED_STREAMS_DIRECTORY, startReplayServer } from "@/lib/testing";
import { type AnswerEnd, type ContentBlock, createContentStream, readAnswerEnd } from ".";

type Field = "text" | "reasoning" | "calls";
type Adapter = {
  /** As LANGCHAINJS.md calls it. */
  readonly name: string;
  readonly stream: (recorded: RecordedStream, url: string) => Promise<AsyncIterable<AIMessageChunk>>;
};

/**
 * What the adapters themselves lose, by the name that the fault has in LANGCHAINJS.md: for these streams exactly these
 * fields differ. The test fails when one of them no longer does.
 */
const FAULTS: readonly {
  readonly fault: string;
  readonly fields: readonly Field[];
  readonly streams: readonly string[];
}[] = [
  {
    fault: "ChatOpenAI.chat / reasoning",
    fields: ["reasoning"],
    streams: [
      "chat-groq-code-interpreter",
      "chat-groq-tool-use-failed-error-streaming-with-text",
      "chat-groq-tool-use-failed-error-streaming",
      "chat-openrouter-openrouter-stream-error",
      "chat-openrouter-openrouter-reasoning-details-round-trip-accu-t1",
      "chat-ollama-ollama-cloud-gpt-oss-120b-can-use-tools-with",
      "chat-ollama-ollama-cloud-gpt-oss-120b-can-use-tools-with-t1",
      "chat-ollama-ollama-cloud-gpt-oss-120b-can-use-tools-with-t3",
    ],
  },
  {
    fault: "ChatOpenAI.chat / text",
    fields: ["text", "reasoning"],
    streams: ["chat-mistral-mistral-hybrid-reasoning-streams-thinking-se"],
  },
  {
    fault: "ChatOpenAI.chat / tool_call_chunks merge",
    fields: ["calls"],
    streams: ["chat-openai-completion-stream-multiple-choices-with-tool"],
  },
  {
    fault: "ChatOpenAI.responses / reasoning",
    fields: ["reasoning"],
    streams: ["resp-deepseek-deepseek-responses-function-tool-stream-t1"],
  },
  {
    fault: "ChatOpenAI.responses.v1 / reasoning not in contentBlocks",
    fields: ["reasoning"],
    streams: ["resp-openai-agent-run-reasoning-stream"],
  },
  { fault: "ChatAnthropic / tool_calls", fields: ["calls"], streams: ["anth-anthropic-programmatic-tool-calling-1"] },
  {
    fault: "ChatGoogleGenerativeAI / tool_calls",
    fields: ["calls"],
    streams: ["gem-google-stream-tool-call-arguments", "gem-google-vertex-stream-tool-call-arguments-nested-1"],
  },
];

/** Of the reasons in the manifests those that say that an answer is not whole; a failed one is an error that the class throws. */
const ENDS: Readonly<Record<string, AnswerEnd>> = {
  length: "length",
  max_tokens: "length",
  refusal: "filter",
};

const ADAPTERS: Readonly<Record<string, readonly Adapter[]>> = {
  "openai-chat": [
    { name: "ChatOpenAI.chat", stream: (_, url) => openAi(url, { useResponsesApi: false }).stream("Hi") },
    {
      name: "ChatOpenAI.chat.v1",
      stream: (_, url) => openAi(url, { useResponsesApi: false, outputVersion: "v1" }).stream("Hi"),
    },
  ],
  "openai-responses": [
    { name: "ChatOpenAI.responses", stream: (_, url) => openAi(url, { useResponsesApi: true }).stream("Hi") },
    {
      name: "ChatOpenAI.responses.v1",
      stream: (_, url) => openAi(url, { useResponsesApi: true, outputVersion: "v1" }).stream("Hi"),
    },
  ],
  // With tools or thinking the class streams blocks, otherwise text.
  anthropic: [
    { name: "ChatAnthropic", stream: (recorded, url) => anthropic(recorded, url).stream("Hi") },
    { name: "ChatAnthropic", stream: (recorded, url) => withTools(anthropic(recorded, url)).stream("Hi") },
    {
      name: "ChatAnthropic.v1",
      stream: (recorded, url) => withTools(anthropic(recorded, url, { outputVersion: "v1" })).stream("Hi"),
    },
  ],
  gemini: [
    {
      name: "ChatGoogleGenerativeAI",
      stream: (recorded, url) => {
        const model = recorded.model ?? "gemini-2.5-flash";
        return new ChatGoogleGenerativeAI({ apiKey: "none", model, baseUrl: url, maxRetries: 0 }).stream("Hi");
      },
    },
  ],
};

const own = await startReplayServer();
const shared = hasSharedStreams ? await startReplayServer({ directory: SHARED_STREAMS_DIRECTORY }) : undefined;
afterAll(async () => {
  await own.close();
  await shared?.close();
});

for (const [title, server] of [
  ["our own streams", own],
  ["recorded streams of ../shared", shared],
] as const) {
  describe.skipIf(!server)(title, () => {
    for (const recorded of server?.streams ?? []) {
      for (const [position, adapter] of (ADAPTERS[recorded.api] ?? []).entries()) {
        const { fault, fields } = findFault(recorded, adapter);
        const promise = fault ? `lose ${fields.join(" and ")} to "${fault}"` : "say what the provider sent";
        test(`the blocks of ${recorded.name} through ${adapter.name} (${position}) ${promise}`, async () => {
          server?.reset();
          const { blocks, end } = await read(adapter.stream(recorded, `${server?.url}/${recorded.name}`));
          expect(differences(recorded, blocks)).toEqual(fields);
          expect(end).toBe(ENDS[recorded.expect.finish_reason ?? ""]);
        });
      }
    }
  });
}

test.skipIf(!hasSharedStreams)("each expected failure is a fault that LANGCHAINJS.md lists for that stream", () => {
  const listed = readFileSync(join(SHARED_STREAMS_DIRECTORY, "LANGCHAINJS.md"), "utf8").split("\n");
  for (const { fault, streams } of FAULTS) {
    const line = listed.find((candidate) => candidate.startsWith(`- ${fault} (`));
    for (const stream of streams) expect(line?.split(/[:,] /)).toContain(stream);
  }
});

function findFault(recorded: RecordedStream, adapter: Adapter): { fault?: string; fields: readonly Field[] } {
  const isOf = (fault: string) => {
    const [name] = fault.split(" / ");
    return name === adapter.name || `${name}.v1` === adapter.name;
  };
  return FAULTS.find(({ fault, streams }) => isOf(fault) && streams.includes(recorded.name)) ?? { fields: [] };
}

/** The fields in which the blocks do not say what the manifest says the provider sent. */
function differences({ expect: wanted }: RecordedStream, blocks: readonly ContentBlock[]): Field[] {
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const thoughts = blocks.flatMap((block) => (block.type === "reasoning" && block.reasoning ? [block.reasoning] : []));
  const calls = blocks.filter(({ type }) => /^(invalid_)?tool_call(_chunk)?$/.test(type));
  const isSaid = {
    text: texts.join("") === wanted.text,
    // The parts of OpenAI's summaries are paragraphs.
    reasoning: thoughts.join("\n\n") === (wanted.reasoning ?? ""),
    calls:
      calls.length === wanted.tool_calls.length &&
      wanted.tool_calls.every(({ id, name, args, raw_args }, position) => {
        const call = calls[position];
        const isId = id == null ? typeof call?.id === "string" && call.id !== "" : call?.id === id;
        const isCut = args === null; // the text is all that there is
        const isRead = call?.type === (isCut ? "invalid_tool_call" : "tool_call");
        return isId && isRead && call.name === name && isSame(call.args, isCut ? raw_args : args);
      }),
  };
  return (["text", "reasoning", "calls"] as const).filter((field) => !isSaid[field]);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sortKeys(left)) === JSON.stringify(sortKeys(right));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}

/** The blocks at the end of a stream, and why it ended early. A provider's error ends it too: what had come until then stays. */
async function read(stream: Promise<AsyncIterable<AIMessageChunk>>) {
  let end: AnswerEnd | undefined;
  const content = createContentStream();
  try {
    for await (const chunk of await stream) {
      content.feed(toWire(chunk));
      end = readAnswerEnd(toWire(chunk)) ?? end;
      content.snapshot();
    }
  } catch (error) {
    expect(String(error)).toMatch(/quota|Token limit|Tool choice/);
  }
  content.finish();
  return { blocks: content.snapshot(), end };
}

/** A chunk as a LangGraph server writes it to the wire. */
function toWire(chunk: AIMessageChunk): unknown {
  const { id, content, name, additional_kwargs, response_metadata, usage_metadata } = chunk;
  const { tool_call_chunks, tool_calls, invalid_tool_calls } = chunk;
  const message = { type: "AIMessageChunk", id, content, name, additional_kwargs, response_metadata, usage_metadata };
  return JSON.parse(JSON.stringify({ ...message, tool_call_chunks, tool_calls, invalid_tool_calls }));
}

function openAi(url: string, fields: { useResponsesApi: boolean; outputVersion?: "v1" }) {
  const configuration = { baseURL: `${url}/v1` };
  return new ChatOpenAI({ apiKey: "none", model: "gpt-5", configuration, maxRetries: 0, ...fields });
}

function anthropic(recorded: RecordedStream, url: string, fields: { outputVersion?: "v1" } = {}) {
  const model = recorded.model ?? "claude-sonnet-4-5";
  return new ChatAnthropic({ apiKey: "none", model, anthropicApiUrl: url, maxRetries: 0, ...fields });
}

function withTools(model: ChatAnthropic) {
  return model.bindTools([{ name: "any", input_schema: { type: "object", properties: {} } }]);
}
