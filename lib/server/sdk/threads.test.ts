import { describe, expect, test } from "vitest";
import { TESTER } from "../test-support/client";
import { createSdkFixture, hello, refusal } from "../test-support/sdk";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("client.threads", () => {
  test("makes, reads, changes and removes a thread", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const made = await sdk.threads.create({ metadata: { user: "u1" } });
    expect(made).toMatchObject({ status: "idle", metadata: { user: "u1" } });
    expect(await sdk.threads.get(made.thread_id)).toEqual(made);
    const changed = await sdk.threads.update(made.thread_id, { metadata: { tag: "y" } });
    expect(changed.metadata).toEqual({ user: "u1", tag: "y" });
    await sdk.threads.delete(made.thread_id);
    expect(await refusal(sdk.threads.get(made.thread_id))).toEqual({ status: 404, code: "not_found" });
    expect(await refusal(sdk.threads.delete(made.thread_id))).toEqual({ status: 404, code: "not_found" });
  });

  test("makes a thread once, and says so or gives what is there", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const { thread_id: threadId } = await sdk.threads.create({ metadata: { first: true } });
    expect(await refusal(sdk.threads.create({ threadId }))).toMatchObject({ status: 409, code: "conflict" });
    const again = await sdk.threads.create({ threadId, ifExists: "do_nothing", metadata: { second: true } });
    expect(again.metadata).toEqual({ first: true });
  });

  test("makes a thread with a state to begin with, or not at all", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const supersteps = [
      { updates: [{ values: hello("seed"), asNode: "__start__" }] },
      { updates: [{ values: { messages: [{ type: "ai", content: "seeded" }] }, asNode: "model" }] },
    ];
    const thread = await sdk.threads.create({ graphId: "bare", supersteps });
    const { values, next } = await sdk.threads.getState<{ messages: { content: string }[] }>(thread.thread_id);
    expect([values.messages.map(({ content }) => content), next]).toEqual([["seed", "seeded"], []]);
    expect(await refusal(sdk.threads.create({ supersteps }))).toMatchObject({
      status: 400,
      field: "metadata.graph_id",
    });
    const wrong = [{ updates: [{ values: hello(), asNode: "nobody" }] }];
    const empty = { graphId: "bare", supersteps: [{ updates: [] }] };
    expect(await refusal(sdk.threads.create(empty))).toMatchObject({ status: 400, field: "supersteps.0.updates" });
    expect(await refusal(sdk.threads.create({ threadId: UNKNOWN, graphId: "bare", supersteps: wrong }))).toMatchObject({
      status: 422,
      field: "as_node",
    });
    expect(await refusal(sdk.threads.get(UNKNOWN))).toMatchObject({ status: 404 });
  });

  test("copies a thread with its checkpoints, and each goes on without the other", async () => {
    const { sdk } = await createSdkFixture((messages) => [`answer ${messages.length}`]);
    const { thread_id: first } = await sdk.threads.create({ metadata: { user: "u1" } });
    await sdk.runs.wait(first, "bare", { input: hello() });
    const copy = await sdk.threads.copy(first);
    if (!copy) throw new Error("no copy");
    expect(copy).toMatchObject({ metadata: { user: "u1", graph_id: "bare" }, status: "idle" });
    const [one, two] = [await sdk.threads.getHistory(first), await sdk.threads.getHistory(copy.thread_id)];
    expect(two.map(({ values, checkpoint }) => [values, checkpoint.checkpoint_id])).toEqual(
      one.map(({ values, checkpoint }) => [values, checkpoint.checkpoint_id]),
    );
    expect(
      two.every(({ metadata, checkpoint }) => {
        return metadata?.thread_id === copy.thread_id && checkpoint.thread_id === copy.thread_id;
      }),
    ).toBe(true);
    await sdk.runs.wait(copy.thread_id, "bare", { input: hello("more") });
    await sdk.threads.delete(first);
    const { values } = await sdk.threads.getState<{ messages: unknown[] }>(copy.thread_id);
    expect(values.messages).toHaveLength(4);
    expect(await refusal(sdk.threads.copy(UNKNOWN))).toMatchObject({ status: 404 });
  });

  test("finds threads by metadata, status, values and ids, in pages and in order", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    for (const topic of ["a", "b", "c"]) {
      const { thread_id } = await sdk.threads.create({ metadata: { user: "u1", topic } });
      if (topic !== "c") await sdk.runs.wait(thread_id, "typed", { input: { topic } });
    }
    const { thread_id: waiting } = await sdk.threads.create({ metadata: { user: "u2", topic: "d" } });
    await sdk.runs.wait(waiting, "nested", { input: hello() });
    const topics = async (query: Parameters<typeof sdk.threads.search>[0]) =>
      (await sdk.threads.search(query)).map(({ metadata }) => metadata?.topic);

    expect(await topics({ metadata: { user: "u1" } })).toEqual(["c", "b", "a"]);
    expect(await topics({ sortBy: "created_at", sortOrder: "asc", limit: 2, offset: 1 })).toEqual(["b", "c"]);
    expect(await topics({ status: "interrupted" })).toEqual(["d"]);
    expect(await topics({ ids: [waiting] })).toEqual(["d"]);
    expect(await topics({ values: { topic: "b", count: 1 } } as never)).toEqual(["b"]);
    expect(await topics({ values: { topic: "zzz" } } as never)).toEqual([]);
    const [selected] = await sdk.threads.search({ limit: 1, select: ["thread_id", "status"] });
    expect(Object.keys(selected ?? {}).sort()).toEqual(["status", "thread_id"]);
    expect(await sdk.threads.count({ metadata: { user: "u1" } })).toBe(3);
    expect(await sdk.threads.count({ status: "interrupted" })).toBe(1);
    expect(await refusal(sdk.threads.search({ limit: 5_000 }))).toMatchObject({ status: 400, field: "limit" });
  });

  test("is told the total and where the next page begins", async () => {
    const { sdk, url } = await createSdkFixture(() => ["hi"]);
    for (let index = 0; index < 5; index += 1) await sdk.threads.create();
    const page = async (offset: number) => {
      const response = await fetch(`${url}/threads/search`, {
        method: "POST",
        headers: { ...TESTER, "content-type": "application/json" },
        body: JSON.stringify({ limit: 2, offset }),
      });
      return [response.headers.get("x-pagination-total"), response.headers.get("x-pagination-next")];
    };
    expect(await page(0)).toEqual(["5", "2"]);
    expect(await page(4)).toEqual(["5", null]);
  });
});

test("10,000 threads are searched by metadata and counted in a moment", async () => {
  const { sdk, handlers } = await createSdkFixture(() => ["hi"]);
  const make = (index: number) =>
    handlers.fetch(
      new Request("http://localhost/api/threads", {
        method: "POST",
        headers: { ...TESTER, "content-type": "application/json" },
        body: JSON.stringify({ metadata: { index, parity: index % 2 } }),
      }),
    );
  for (let index = 0; index < 10_000; index += 1) await make(index);
  const startedMs = performance.now();
  const found = await sdk.threads.search({ metadata: { parity: 1 }, limit: 10, offset: 4_000 });
  expect(found.map(({ metadata }) => metadata?.index)).toEqual(Array.from({ length: 10 }, (_, i) => 1_999 - 2 * i));
  expect(await sdk.threads.count({ metadata: { parity: 0 } })).toBe(5_000);
  expect(performance.now() - startedMs).toBeLessThan(1_000);
}, 60_000);
