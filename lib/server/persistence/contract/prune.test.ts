import { describe, expect, test } from "vitest";
import type { TestClient } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { callPieces, type Piece } from "../../test-support/scripted-model";
import { STORAGES } from "../../test-support/storages";

const ask = (content: string) => ({ messages: [{ type: "human", id: `q-${content}`, content }] });

type State = {
  values: { messages?: { content: string }[] };
  next: string[];
  checkpoint: { checkpoint_id: string };
  parent_checkpoint: { checkpoint_id: string } | null;
};

async function history(client: TestClient, threadId: string): Promise<State[]> {
  return (await client.call("POST", `/threads/${threadId}/history`, { limit: 1000 })).body;
}

const lengths = (states: State[]) => states.map(({ values }) => values.messages?.length ?? 0);
const script = (history: { text: string }[], turn: number): Piece[] => {
  const last = history.at(-1)?.text ?? "";
  if (last === "break") return callPieces(0, `call-${turn}`, "broken", {});
  if (last === "sum") return callPieces(0, `call-${turn}`, "add", { a: 1, b: 2 });
  return last === "where" ? callPieces(0, `call-${turn}`, "get_location", {}) : [`answer to ${last}`];
};

describe.each(STORAGES)("after a run has settled, %s", (_, open) => {
  test("each turn has two checkpoints, its end and where its answer branches off, and the thread its first", async () => {
    const { client } = await createFixture(script, { storage: await open() });
    const threadId = await client.newThread();
    for (const question of ["one", "sum", "three"]) await client.run(threadId, { input: ask(question) });
    const states = await history(client, threadId);
    expect(lengths(states)).toEqual([8, 7, 6, 3, 2, 1, 0]);
    expect(states.map(({ next }) => next.length)).toEqual([0, 1, 0, 1, 0, 1, 1]);
    // one line of parents, from the newest to the first
    expect(states.map(({ parent_checkpoint }) => parent_checkpoint?.checkpoint_id)).toEqual([
      ...states.slice(1).map(({ checkpoint }) => checkpoint.checkpoint_id),
      undefined,
    ]);
  });

  test("branches keep what they need, and every kept checkpoint can be run from", async () => {
    const { client } = await createFixture(script, { storage: await open() });
    const threadId = await client.newThread();
    for (const question of ["one", "two"]) await client.run(threadId, { input: ask(question) });
    const before = await history(client, threadId);
    for (const { checkpoint, next } of before.slice(0, 4)) {
      const body = next.length > 0 ? {} : { input: ask("branch") };
      const events = await client.run(threadId, { ...body, checkpoint_id: checkpoint.checkpoint_id });
      expect(events.map(({ event }) => event)).not.toContain("error");
    }
    const after = await history(client, threadId);
    const kept = new Set(after.map(({ checkpoint }) => checkpoint.checkpoint_id));
    expect(before.filter(({ checkpoint }) => !kept.has(checkpoint.checkpoint_id))).toEqual([]);
    const ids = new Set([...kept, undefined]);
    expect(after.every(({ parent_checkpoint }) => ids.has(parent_checkpoint?.checkpoint_id))).toBe(true);
  });

  test("a pause in the middle of a turn goes when the turn ends, and its interrupt stays until then", async () => {
    const { client } = await createFixture(script, { storage: await open() });
    const threadId = await client.newThread();
    await client.run(threadId, { input: ask("one") });
    await client.run(threadId, { input: ask("where") });
    expect(lengths(await history(client, threadId))).toEqual([4, 3, 2, 1, 0]);
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    const [[{ id }]] = Object.values(thread.interrupts) as [[{ id: string }]];
    const answer = { latitude: 1, longitude: 2, accuracy_m: 3 };
    await client.run(threadId, { command: { resume: { [id]: answer } } });
    expect(lengths(await history(client, threadId))).toEqual([6, 3, 2, 1, 0]);
  });

  test("where a tool failed, the checkpoint before it stays with nothing done behind it, and can be run from once more", async () => {
    const { client } = await createFixture(script, { storage: await open() });
    const threadId = await client.newThread();
    for (const question of ["one", "break", "sum"]) await client.run(threadId, { input: ask(question) });
    const before = await history(client, threadId);
    expect(lengths(before)).toEqual([10, 7, 6, 4, 3, 2, 1, 0]); // of the sum that did well there is none
    const point = before.find((state) => lengths([state])[0] === 4);
    expect(point?.next).toEqual(["tools"]);
    const events = await client.run(threadId, { checkpoint_id: point?.checkpoint.checkpoint_id });
    expect(events.map(({ event }) => event)).not.toContain("error");
    const { body } = await client.call("GET", `/threads/${threadId}/messages`);
    const [, , , called, failed] = body.messages;
    expect([called.checkpoint_id, failed.siblings.length]).toEqual([point?.checkpoint.checkpoint_id, 2]);
    expect(failed).toMatchObject({ parent_checkpoint_id: called.checkpoint_id, message: { status: "error" } });
  });

  test("a checkpoint that is no longer there is a 404 for whoever still names it", async () => {
    const { client } = await createFixture((history) => [...script(history, 1), { pauseMs: 60_000 }], {
      storage: await open(),
    });
    const threadId = await client.newThread();
    const start = await client.call("POST", `/threads/${threadId}/runs`, { assistant_id: "agent", input: ask("one") });
    let states: State[] = [];
    while (states.length < 2) states = await history(client, threadId);
    const first = await client.call("POST", `/threads/${threadId}/runs/${start.body.run_id}/cancel?wait=1`);
    expect(first.status).toBe(204);
    const kept = new Set((await history(client, threadId)).map(({ checkpoint }) => checkpoint.checkpoint_id));
    const next = await client.call("POST", `/threads/${threadId}/runs`, { assistant_id: "agent", input: ask("two") });
    let during: State[] = [];
    const isNew = ({ checkpoint }: State) => !kept.has(checkpoint.checkpoint_id);
    while (during.filter(isNew).length < 2) during = await history(client, threadId);
    await client.call("POST", `/threads/${threadId}/runs/${next.body.run_id}/cancel?wait=1`);
    const left = new Set((await history(client, threadId)).map(({ checkpoint }) => checkpoint.checkpoint_id));
    const gone = during.find((state) => !left.has(state.checkpoint.checkpoint_id))?.checkpoint.checkpoint_id;
    expect(gone).toBeDefined();
    expect((await client.call("GET", `/threads/${threadId}/state/${gone}`)).status).toBe(404);
    const run = await client.startStream(threadId, { input: ask("three"), checkpoint_id: gone });
    expect([run.status, await run.json()]).toMatchObject([404, { code: "not_found" }]);
  });

  test("only the last checkpoint is left of what is older than TOOLWEAVE_HISTORY_DAYS, with every message", async () => {
    const env = { ...process.env, TOOLWEAVE_HISTORY_DAYS: String(1 / 24 / 60 / 60 / 1000) }; // a millisecond
    const { client } = await createFixture(script, { env, storage: await open() });
    const threadId = await client.newThread();
    for (const question of ["one", "two", "three"]) {
      await client.run(threadId, { input: ask(question) });
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await client.run(threadId, { input: ask("four") });
    const states = await history(client, threadId);
    expect(states.length).toBeLessThanOrEqual(3);
    expect(lengths(states)[0]).toBe(8);
    const { body } = await client.call("GET", `/threads/${threadId}/messages`);
    expect(body.messages.map(({ message }: { message: { content: string } }) => message.content)).toEqual(
      ["one", "two", "three", "four"].flatMap((question) => [question, `answer to ${question}`]),
    );
  });
});

test("TOOLWEAVE_HISTORY_DAYS that is no number is a mistake that is named", async () => {
  const { client, reported } = await createFixture(script, {
    env: { ...process.env, TOOLWEAVE_HISTORY_DAYS: "soon" },
  });
  expect((await client.call("GET", "/ok")).status).toBe(500);
  expect(String(reported[0])).toContain("TOOLWEAVE_HISTORY_DAYS must be a number of days");
});
