import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { expect, onTestFinished, test } from "vitest";
import { hasSharedStreams, SHARED_STREAMS_DIRECTORY, startReplayServer } from "@/lib/testing";
import type { AgentDefinition } from "../config";
import { createFixture } from "../test-support/fixture";
import { messages } from "../test-support/run-until";

const ASK = { input: { messages: [{ type: "human", id: "q", content: "go" }] } };

/** What the last answer of a run says of itself. */
async function lastAnswer(agent: AgentDefinition, env: Record<string, string> = {}) {
  const { client } = await createFixture(() => [], {
    agents: { agent },
    isScripted: false,
    env: { NODE_ENV: "test", ...env },
  });
  const threadId = await client.newThread();
  await client.run(threadId, ASK);
  return (await messages(client, threadId)).at(-1);
}

test.each([
  ["an agent", { title: "A", prompt: "", tools: [] }],
  ["a bare model", { title: "A" }],
] satisfies [string, AgentDefinition][])("OpenAI's reason and model are in the answer of %s", async (_, agent) => {
  const replay = await startReplayServer();
  onTestFinished(() => replay.close());
  const env = {
    TOOLWEAVE_MODEL: "openai:recorded",
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: `${replay.url}/own-openai-cut-t3/v1`,
  };
  expect(await lastAnswer(agent, env)).toMatchObject({
    content: "The draft is ready. Before you send it, you",
    response_metadata: { finish_reason: "length", model_name: "gpt-4.1-mini" },
  });
});

test.skipIf(!hasSharedStreams)("and Gemini's, in a graph of one's own", async () => {
  const replay = await startReplayServer({ directory: SHARED_STREAMS_DIRECTORY });
  onTestFinished(() => replay.close());
  const recorded = replay.streams.find(({ api, expect: said }) => api === "gemini" && said.tool_calls.length === 0);
  const model = new ChatGoogleGenerativeAI({
    apiKey: "none",
    model: "gemini-2.5-flash",
    baseUrl: `${replay.url}/${recorded?.name}`,
    maxRetries: 0,
  });
  const answer = await lastAnswer({
    title: "A",
    graph: ({ checkpointer }) =>
      new StateGraph(MessagesAnnotation)
        .addNode("model", async (state, config) => ({ messages: [await model.invoke(state.messages, config)] }))
        .addEdge(START, "model")
        .compile({ checkpointer }),
  });
  expect(answer?.response_metadata?.finishReason).toMatch(/STOP/);
});
