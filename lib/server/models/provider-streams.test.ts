import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { usageMetadataSchema } from "@/lib/protocol";
import { resolveModel } from "@/lib/server/models";
import {
  hasSharedStreams,
  type RecordedStream,
  type ReplayServer,
  SHARED_STREAMS_DIRECTORY,
  startReplayServer,
  turnsOf,
} from "@/lib/testing";

const OWN_FLOWS = [
  "own-openai-arithmetic",
  "own-openai-location",
  "own-openai-email",
  "own-anthropic-weather",
  "own-anthropic-note",
];
const SHARED_FLOWS = ["flow-23", "flow-16", "flow-17", "flow-18", "flow-02"];

describe.each([
  { title: "our own streams", directory: undefined, flows: OWN_FLOWS, isThere: true },
  {
    title: "recordings of real providers",
    directory: SHARED_STREAMS_DIRECTORY,
    flows: SHARED_FLOWS,
    isThere: hasSharedStreams,
  },
])("$title through the real model classes", ({ directory, flows, isThere }) => {
  let server: ReplayServer;
  beforeAll(async () => {
    if (isThere) server = await startReplayServer(directory === undefined ? {} : { directory });
  });
  afterAll(() => server?.close());

  for (const chunkBytes of [0, 7]) {
    test.skipIf(!isThere).each(flows)(`%s, in writes of ${chunkBytes || "all"} bytes`, async (flow) => {
      server.reset();
      server.set({ chunkBytes });
      const turns = turnsOf(server.streams, flow);
      const { finished, streamed } = await runAgent(server, flow, turns);
      expect(finished.map(summary)).toEqual(turns.map(expectation));
      expect(streamed.map(summary)).toEqual(turns.map(expectation));
    });
  }
});

test("requests go to the addresses of the environment, name the model and its tools, and ask for a stream with usage", async () => {
  const server = await startReplayServer();
  await runAgent(server, "own-openai-arithmetic", turnsOf(server.streams, "own-openai-arithmetic"));
  await runAgent(server, "own-anthropic-weather", turnsOf(server.streams, "own-anthropic-weather"));
  await server.close();
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /own-openai-arithmetic/v1/chat/completions",
    "POST /own-openai-arithmetic/v1/chat/completions",
    "POST /own-anthropic-weather/v1/messages",
    "POST /own-anthropic-weather/v1/messages",
  ]);
  const bodies = server.requests.map(({ body }) => JSON.parse(body));
  expect(bodies[1]).toMatchObject({
    model: "gpt-4.1-mini",
    stream: true,
    stream_options: { include_usage: true },
    tools: [{ function: { name: "multiply" } }, { function: { name: "add" } }],
  });
  expect(bodies[1].messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
  expect(bodies[3]).toMatchObject({ model: "claude-haiku-4-5", stream: true, tools: [{ name: "get_weather" }] });
});

/** Runs an agent over all turns of a flow; where a flow holds several questions, the next is asked when one is answered. */
async function runAgent(server: ReplayServer, flow: string, turns: readonly RecordedStream[]) {
  const isAnthropic = turns[0]?.api === "anthropic";
  const { model } = isAnthropic
    ? await resolveModel("anthropic:claude-haiku-4-5", {
        ANTHROPIC_API_KEY: "test",
        ANTHROPIC_BASE_URL: `${server.url}/${flow}`,
      })
    : await resolveModel("openai:gpt-4.1-mini", {
        OPENAI_API_KEY: "test",
        OPENAI_BASE_URL: `${server.url}/${flow}/v1`,
      });
  const agent = createAgent({ model, tools: toolsOf(turns) });
  const streamed = new Map<string, AIMessageChunk>();
  let messages: BaseMessage[] = [];
  while (answersIn(messages).length < turns.length) {
    const before = answersIn(messages).length;
    messages = [...messages, new HumanMessage("Go on")];
    for await (const [mode, data] of await agent.stream({ messages }, { streamMode: ["messages", "values"] })) {
      if (mode === "values") messages = data.messages;
      else collect(streamed, data[0]);
    }
    if (answersIn(messages).length === before) throw new Error("The agent gave no answer");
  }
  return { finished: answersIn(messages), streamed: [...streamed.values()] };
}

function collect(streamed: Map<string, AIMessageChunk>, message: BaseMessage): void {
  if (!AIMessageChunk.isInstance(message)) return;
  const id = message.id ?? "";
  streamed.set(id, streamed.get(id)?.concat(message) ?? message);
}

function answersIn(messages: readonly BaseMessage[]): AIMessage[] {
  return messages.filter((message): message is AIMessage => AIMessage.isInstance(message));
}

function toolsOf(turns: readonly RecordedStream[]) {
  const names = new Set(turns.flatMap((turn) => turn.expect.tool_calls.map((call) => call.name)));
  return [...names].map((name) =>
    tool(() => "done", { name, description: `Recorded tool ${name}`, schema: z.looseObject({}) }),
  );
}

function summary(message: AIMessage | AIMessageChunk) {
  return {
    text: message.text,
    calls: message.tool_calls?.map(({ id, name, args }) => ({ id, name, args })),
    invalid: message.invalid_tool_calls ?? [],
    usage: isFromAnthropic(message)
      ? "not compared"
      : usageMetadataSchema.safeParse(message.usage_metadata).data?.total_tokens,
  };
}

function expectation({ api, expect: { text, tool_calls: calls, usage } }: RecordedStream) {
  return {
    text,
    calls: calls.map(({ id, name, args }) => ({ id, name, args })),
    invalid: [],
    usage: api === "anthropic" ? "not compared" : usage?.total_tokens,
  };
}

/** ChatAnthropic adds up the usage of `message_start` and `message_delta` (`LANGCHAINJS.md` beside the recordings). */
function isFromAnthropic(message: AIMessage | AIMessageChunk): boolean {
  return message.response_metadata.model_provider === "anthropic";
}
