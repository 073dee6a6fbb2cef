import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { readAll } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { isText, messages, runUntil, stop } from "../test-support/run-until";
import type { Piece } from "../test-support/scripted-model";

const input = (content: string) => ({ messages: [{ type: "human", id: `question-${content}`, content }] });

describe("a second run on the same thread", () => {
  const twoTurns = (history: BaseMessage[]): Piece[] =>
    history.at(-1)?.text === "first" ? ["First ", "answer", { pauseMs: 150 }, " done"] : ["Second answer"];

  test("is refused unless it says what to do", async () => {
    const { client, model } = await createFixture(twoTurns);
    const threadId = await client.newThread();
    const { rest } = await runUntil(client, threadId, { input: input("first") }, isText("answer"));
    const refused = await client.startStream(threadId, { input: input("second") });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: "busy" }]);
    await rest();
    expect(model.asked).toHaveLength(1);
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });

  test("of three at once is started once", async () => {
    const { client } = await createFixture(twoTurns);
    const threadId = await client.newThread();
    const responses = await Promise.all([1, 2, 3].map(() => client.startStream(threadId, { input: input("first") })));
    expect(responses.map(({ status }) => status)).toEqual([200, 422, 422]);
    await responses[0]?.text();
  });

  test("waits its turn in the queue, and can be taken out of it", async () => {
    const { client, model } = await createFixture(twoTurns);
    const threadId = await client.newThread();
    const first = await runUntil(client, threadId, { input: input("first") }, isText("answer"));
    const queue = (content: string) =>
      client.startStream(threadId, { input: input(content), multitask_strategy: "enqueue" });
    const [second, third] = [await queue("second"), await queue("third")];
    const thirdId = third.headers.get("content-location")?.split("/").at(-1) ?? "";
    expect((await client.call("GET", `/threads/${threadId}/runs/${thirdId}`)).body.status).toBe("pending");
    await stop(client, threadId, thirdId);
    expect((await readAll(third)).map(({ event }) => event)).toEqual(["metadata", "end"]);
    expect((await first.rest()).at(-1)?.event).toBe("end");
    const events = await readAll(second);
    expect([events[0]?.event, events.at(-1)?.event]).toEqual(["metadata", "end"]);
    expect(model.asked).toHaveLength(2);
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual([
      "first",
      "First answer done",
      "second",
      "Second answer",
    ]);
  });

  test("replaces the first, whose words stay", async () => {
    const { client } = await createFixture(twoTurns);
    const threadId = await client.newThread();
    const first = await runUntil(client, threadId, { input: input("first") }, isText("answer"));
    await client.run(threadId, { input: input("second"), multitask_strategy: "interrupt" });
    expect((await first.rest()).at(-1)?.event).toBe("end");
    expect((await client.call("GET", `/threads/${threadId}/runs/${first.runId}`)).body.status).toBe("interrupted");
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual([
      "first",
      "First answer",
      "second",
      "Second answer",
    ]);
  });

  test("is refused when too many wait already", async () => {
    const { client } = await createFixture(() => ["words", { pauseMs: 60_000 }]);
    const threadId = await client.newThread();
    await runUntil(client, threadId, { input: input("first") }, isText("words"));
    const queue = () =>
      client.call("POST", `/threads/${threadId}/runs`, {
        assistant_id: "agent",
        input: input("next"),
        multitask_strategy: "enqueue",
      });
    for (let waiting = 0; waiting < 32; waiting += 1) expect((await queue()).status).toBe(200);
    expect(await queue()).toMatchObject({ status: 422, body: { code: "busy" } });
  });
});
