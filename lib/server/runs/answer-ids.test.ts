import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import type { GraphParts } from "../config";
import type { SentEvent } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { isText, messages, runUntil, stop } from "../test-support/run-until";
import type { Piece } from "../test-support/scripted-model";

const INPUT = { messages: [{ type: "human", id: "question", content: "a story" }] };

/** As some OpenAI-compatible proxies send it: an id of its own for each chunk. */
const underOwnIds = (...texts: string[]): Piece[] => texts.map((text) => ({ text, id: `own-${crypto.randomUUID()}` }));

/** The text of each message, by the ids of its pieces. */
function textsOf(events: readonly SentEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { event, data } of events) {
    if (event !== "messages") continue;
    const [{ id, content }] = data as [{ id: string; content: string }];
    texts[id] = (texts[id] ?? "") + content;
  }
  return texts;
}

test("the pieces of one model call are one message, whose id the state has, whatever ids a proxy gives them", async () => {
  const { client } = await createFixture(() => underOwnIds("Once ", "upon ", "a time"));
  const threadId = await client.newThread();
  const events = await client.run(threadId, { input: INPUT });
  const answer = (await messages(client, threadId)).at(-1);
  expect(answer?.content).toBe("Once upon a time");
  expect(textsOf(events)).toEqual({ [String(answer?.id)]: "Once upon a time" });
});

test("a stop keeps one answer of them", async () => {
  const { client } = await createFixture(() => [...underOwnIds("Once upon ", "a time"), { pauseMs: 60_000 }]);
  const threadId = await client.newThread();
  const { runId, rest } = await runUntil(client, threadId, { input: INPUT }, isText("a time"));
  await stop(client, threadId, runId);
  await rest();
  expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(["a story", "Once upon a time"]);
});

test("two calls of one node, side by side, stay two messages", async () => {
  const graph = ({ model, checkpointer }: GraphParts) =>
    new StateGraph(MessagesAnnotation)
      .addNode("both", async (state) => {
        const answers = await Promise.all([model.invoke(state.messages), model.invoke(state.messages)]);
        return { messages: answers };
      })
      .addEdge("__start__", "both")
      .compile({ checkpointer });
  const { client } = await createFixture(
    (_, turn) => underOwnIds(`${turn}a `, `${turn}b `).flatMap((piece): Piece[] => [piece, { pauseMs: 5 }]),
    { agents: { agent: { title: "Both", graph } } },
  );
  const threadId = await client.newThread();
  const events = await client.run(threadId, { input: INPUT });
  const told = textsOf(events);
  const kept = (await messages(client, threadId)).slice(1);
  expect(kept.map(({ id, content }) => [told[String(id)], content])).toEqual([
    ["1a 1b ", "1a 1b "],
    ["2a 2b ", "2a 2b "],
  ]);
});

test("answers of a server that gives all the same id are messages of their own, in the state as in the stream", async () => {
  const { client } = await createFixture((_, turn) => [
    { text: `answer ${turn}, `, id: "chatcmpl-7" },
    { text: "whole", id: "chatcmpl-7" },
  ]);
  const threadId = await client.newThread();
  const told: Record<string, string>[] = [];
  for (const id of ["one", "two", "three"]) {
    const events = await client.run(threadId, { input: { messages: [{ type: "human", id, content: id }] } });
    told.push(textsOf(events));
  }
  const kept = await messages(client, threadId);
  expect(kept.map(({ content }) => content)).toEqual([
    "one",
    "answer 1, whole",
    "two",
    "answer 2, whole",
    "three",
    "answer 3, whole",
  ]);
  const answers = kept.filter(({ type }) => type === "ai");
  expect(told).toEqual(answers.map(({ id, content }) => ({ [String(id)]: content })));
});

test("the call of a tool stays where the answer after it has the same id", async () => {
  const { client } = await createFixture((_, turn) =>
    turn === 1
      ? [
          { text: "", id: "chatcmpl-7" },
          { call: { index: 0, id: "call-1", name: "slow_count", args: '{"to":1,"pause_ms":1}' } },
        ]
      : [{ text: "counted", id: "chatcmpl-7" }],
  );
  const threadId = await client.newThread();
  await client.run(threadId, { input: INPUT });
  expect((await messages(client, threadId)).map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai"]);
});
