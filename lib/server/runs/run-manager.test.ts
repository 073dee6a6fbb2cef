import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { readAll } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { isText, messages, runUntil, stop } from "../test-support/run-until";
import { callPieces, type Piece } from "../test-support/scripted-model";

const input = (content: string) => ({ messages: [{ type: "human", id: `question-${content}`, content }] });

describe("a run from a checkpoint that is gone", () => {
  /** Adds, pauses, and says that it is done; answers `fork` at once. */
  const script = (history: BaseMessage[]): Piece[] => {
    const last = history.at(-1);
    if (last?.text === "fork" || last?.text === "base") return [`${last.text} answered`];
    return last?.getType() === "human" ? callPieces(0, "call-add", "add", { a: 1, b: 2 }) : [{ pauseMs: 300 }, "done"];
  };
  const say = (content: string) => ({ messages: [{ type: "human", content }] });

  test.each([
    ["enqueue", ["base", "base answered", "sum", "", "3", "done"]],
    ["rollback", ["base", "base answered"]],
  ])("by the time of its turn (%s) is refused, and the thread keeps what it holds", async (strategy, kept) => {
    const { client } = await createFixture(script);
    const threadId = await client.newThread();
    await client.run(threadId, { input: say("base") });
    const running = await client.startStream(threadId, { input: say("sum") });
    while (!(await messages(client, threadId)).some(({ type }) => type === "tool"));
    const { body: history } = await client.call("POST", `/threads/${threadId}/history`, { limit: 2 });
    const { checkpoint_id } = history[1].checkpoint; // the middle of the turn
    const late = await client.startStream(threadId, {
      input: say("fork"),
      checkpoint_id,
      multitask_strategy: strategy,
    });
    if (strategy === "rollback") expect([late.status, await late.json()]).toMatchObject([404, { code: "not_found" }]);
    else expect((await readAll(late)).at(-2)).toMatchObject({ event: "error", data: { code: "not_found" } });
    await running.text();
    expect((await messages(client, threadId)).map(({ content }) => content)).toEqual(kept);
  });

  test("is still the same run when it is asked for again with the same key", async () => {
    const { client } = await createFixture((history) =>
      history.at(-1)?.text === "where" ? callPieces(0, "call", "get_location", {}) : ["fork answered"],
    );
    const threadId = await client.newThread();
    await client.run(threadId, { input: say("where") });
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    const { checkpoint_id } = state.checkpoint;
    const send = () =>
      client.startStream(threadId, { input: say("fork"), checkpoint_id }, { "idempotency-key": "once" });
    const first = await readAll(await send());
    expect((await client.call("GET", `/threads/${threadId}/state/${checkpoint_id}`)).status).toBe(404);
    expect(await readAll(await send())).toEqual(first);
  });
});

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
