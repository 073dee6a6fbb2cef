import { describe, expect, test } from "vitest";
import { readEvents } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const HELLO = { messages: [{ type: "human", content: "hello" }] };

describe("threads", () => {
  test("are made once, kept across a restart, changed and removed", async () => {
    const first = await createFixture(() => ["hi"]);
    const made = await first.client.call("POST", "/threads", { thread_id: UNKNOWN, metadata: { title: "One" } });
    expect(made.body).toMatchObject({ thread_id: UNKNOWN, status: "idle", metadata: { title: "One" } });
    const again = await first.client.call("POST", "/threads", { thread_id: UNKNOWN });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict", field: "thread_id" } });
    const same = await first.client.call("POST", "/threads", { thread_id: UNKNOWN, if_exists: "do_nothing" });
    expect(same.body).toEqual(made.body);

    const { client } = await first.restart();
    const changed = await client.call("PATCH", `/threads/${UNKNOWN}`, { metadata: { pinned: true } });
    expect(changed.body.metadata).toEqual({ title: "One", pinned: true });
    expect((await client.call("DELETE", `/threads/${UNKNOWN}`)).status).toBe(204);
    expect((await client.call("GET", `/threads/${UNKNOWN}`)).status).toBe(404);
  });

  test("are found by metadata, status and id, in pages with the total and the next offset", async () => {
    const { client } = await createFixture(() => ["hi"]);
    for (let index = 0; index < 5; index += 1) {
      await client.call("POST", "/threads", {
        metadata: { number: index, kind: index % 2 ? "odd" : "even", deep: { 'a b"': 1, flag: index === 3 } },
      });
    }
    const find = async (request: object) => {
      const { body, headers } = await client.call("POST", "/threads/search", request);
      const numbers = body.map((thread: { metadata: { number: number } }) => thread.metadata.number);
      return [numbers, headers.get("x-pagination-total"), headers.get("x-pagination-next")];
    };
    expect(await find({})).toEqual([[4, 3, 2, 1, 0], "5", null]);
    expect(await find({ limit: 2 })).toEqual([[4, 3], "5", "2"]);
    expect(await find({ limit: 2, offset: 4, sort_order: "asc" })).toEqual([[4], "5", null]);
    expect(await find({ metadata: { kind: "odd" } })).toEqual([[3, 1], "2", null]);
    expect(await find({ metadata: { number: "1" } })).toEqual([[], "0", null]);
    expect(await find({ metadata: { deep: { flag: true } } })).toEqual([[3], "1", null]);
    expect(await find({ metadata: { "no'; DROP TABLE threads; --": 1 } })).toEqual([[], "0", null]);
    expect(await find({ status: "busy" })).toEqual([[], "0", null]);
    const { body } = await client.call("POST", "/threads/search", { limit: 1, select: ["metadata"] });
    expect(Object.keys(body[0]).sort()).toEqual(["metadata", "thread_id"]);
    const byId = await client.call("POST", "/threads/search", { ids: [body[0].thread_id, UNKNOWN] });
    expect(byId.body).toHaveLength(1);
  });

  test("are found by a part of their title, whatever its case and whatever stands in it", async () => {
    const { client } = await createFixture(() => ["hi"]);
    for (const title of ["Trip to Turin", "100 % of it", undefined, 7]) {
      await client.call("POST", "/threads", { metadata: title === undefined ? {} : { title } });
    }
    const find = async (q: string) =>
      (await client.call("POST", "/threads/search", { q })).body.map(
        (thread: { metadata: { title?: string } }) => thread.metadata.title,
      );
    expect(await find("tUR")).toEqual(["Trip to Turin"]);
    expect(await find("% of")).toEqual(["100 % of it"]);
    expect(await find("%")).toEqual(["100 % of it"]);
    expect(await find("nothing")).toEqual([]);
    expect(await find("")).toHaveLength(4);
    expect((await client.call("POST", "/threads/count", { q: "turin" })).body).toBe(1);
    expect((await client.call("POST", "/threads/search", { q: "x".repeat(201) })).body).toMatchObject({ field: "q" });
  });

  test("answer an empty state and no history before their first run", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    expect((await client.call("GET", `/threads/${threadId}/state`)).body).toMatchObject({
      values: {},
      next: [],
      tasks: [],
    });
    expect((await client.call("POST", `/threads/${threadId}/history`, {})).body).toEqual([]);
  });

  test("take their running run with them when they are removed", async () => {
    const { client, model } = await createFixture(() => ["a", { pauseMs: 60_000 }, "b"]);
    const threadId = await client.newThread();
    const events = readEvents(await client.startStream(threadId, { input: HELLO }));
    while ((await events.next()).value?.event !== "messages");
    expect((await client.call("DELETE", `/threads/${threadId}`)).status).toBe(204);
    const rest: string[] = [];
    for await (const { event } of events) rest.push(event);
    expect(rest.at(-1)).toBe("end");
    expect(model.abortedTurns).toBe(1);
    expect((await client.call("GET", `/threads/${threadId}/state`)).status).toBe(404);
  });
});
