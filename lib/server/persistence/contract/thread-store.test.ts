import { describe, expect, test } from "vitest";
import type { SearchThreads } from "@/lib/protocol";
import { at, createSampleGraph, drive, historyOf, say } from "../../test-support/sample-graph";
import { ADA, STORAGES } from "../../test-support/storages";
import type { Storage } from "../storage";

const settled = (threadId: string, valuesJson: string) =>
  ({ threadId, runId: "none", runStatus: "success", threadStatus: "idle", valuesJson, interrupts: {} }) as const;

async function find({ threads }: Storage, request: SearchThreads): Promise<[ids: string, total: number]> {
  const found = await threads.search(request, ADA.userId);
  expect(await threads.count(request, ADA.userId)).toBe(found.total);
  return [found.threads.map(({ thread_id }) => thread_id).join(" "), found.total];
}

describe.each(STORAGES)("threads %s", (_, open) => {
  test("are made once, changed one level deep, and gone when they are deleted", async () => {
    const { threads } = await open();
    const made = await threads.create("t", { title: "One", deep: { a: 1 } }, ADA);
    expect(made).toMatchObject({ thread_id: "t", status: "idle", metadata: { title: "One", deep: { a: 1 } } });
    expect(made).toMatchObject({ interrupts: {} });
    expect(await threads.create("t", { title: "Two" }, ADA)).toBeUndefined();
    expect(await threads.get("t")).toEqual(made);
    const changed = await threads.update("t", { metadata: { deep: { b: 2 } }, status: "error" });
    expect(changed).toMatchObject({ status: "error", metadata: { title: "One", deep: { b: 2 } } });
    await threads.setBusy("t", { graph_id: "agent" });
    expect(await threads.get("t")).toMatchObject({ status: "busy", metadata: { title: "One", graph_id: "agent" } });
    expect([await threads.delete("t"), await threads.delete("t")]).toEqual([true, false]);
    expect([await threads.exists("t"), await threads.get("t")]).toEqual([false, undefined]);
    expect(await threads.update("t", { status: "idle" })).toBeUndefined();
    await threads.setBusy("t", {});
    expect(await threads.exists("t")).toBe(false);
  });

  test("are found by metadata, status, values and ids", async () => {
    const storage = await open();
    const { threads, settle } = storage;
    await threads.create("one", { kind: "odd", number: 1, deep: { flag: true, list: [1, 2] } }, ADA);
    await threads.create("two", { kind: "even", number: 2, deep: { flag: false }, none: null }, ADA);
    await threads.create("three", { kind: "odd", number: "1" }, ADA);
    await settle(settled("two", JSON.stringify({ step: "ask", plan: { done: [1] } })));
    await threads.setBusy("three", {});
    expect(await find(storage, {})).toEqual(["three two one", 3]);
    expect(await find(storage, { metadata: { kind: "odd" } })).toEqual(["three one", 2]);
    expect(await find(storage, { metadata: { number: 1 } })).toEqual(["one", 1]);
    expect(await find(storage, { metadata: { number: true } })).toEqual(["", 0]);
    expect(await find(storage, { metadata: { deep: { flag: true } } })).toEqual(["one", 1]);
    expect(await find(storage, { metadata: { deep: { list: [1, 2] } } })).toEqual(["one", 1]);
    expect(await find(storage, { metadata: { deep: { list: [1] } } })).toEqual(["", 0]);
    expect(await find(storage, { metadata: { deep: {} } })).toEqual(["two one", 2]);
    expect(await find(storage, { metadata: { none: null } })).toEqual(["two", 1]);
    expect(await find(storage, { metadata: { "no'; DROP TABLE threads; --": 1 } })).toEqual(["", 0]);
    expect(await find(storage, { metadata: { kind: "odd" }, status: "busy" })).toEqual(["three", 1]);
    expect(await find(storage, { values: { step: "ask" } })).toEqual(["two", 1]);
    expect(await find(storage, { values: { plan: { done: [1] } } })).toEqual(["two", 1]);
    expect(await find(storage, { values: { step: "answer" } })).toEqual(["", 0]);
    expect(await find(storage, { ids: ["two", "nobody"] })).toEqual(["two", 1]);
    expect(await find(storage, { ids: [] })).toEqual(["", 0]);
    const many = Object.fromEntries(Array.from({ length: 401 }, (_, index) => [`k${index}`, 1]));
    await expect(threads.search({ metadata: { deep: many } }, ADA.userId)).rejects.toMatchObject({
      code: "bad_request",
    });
  });

  test("are found in pages and in order, with the fields that are asked for", async () => {
    const storage = await open();
    for (const id of ["b", "a", "c"]) await storage.threads.create(id, {}, ADA);
    await storage.threads.setBusy("a", {});
    expect(await find(storage, { limit: 2 })).toEqual(["c a", 3]);
    expect(await find(storage, { limit: 2, offset: 2 })).toEqual(["b", 3]);
    expect(await find(storage, { offset: 9 })).toEqual(["", 3]);
    expect(await find(storage, { sort_order: "asc" })).toEqual(["b a c", 3]);
    expect(await find(storage, { sort_by: "thread_id", sort_order: "asc" })).toEqual(["a b c", 3]);
    expect(await find(storage, { sort_by: "status", sort_order: "asc" })).toEqual(["a b c", 3]);
    const { threads } = await storage.threads.search({ select: ["metadata"], limit: 1 }, ADA.userId);
    expect(Object.keys(threads[0] ?? {}).sort()).toEqual(["metadata", "thread_id"]);
  });

  test("that are temporary are found by id alone", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, { ...ADA, isTemporary: true });
    expect(await storage.threads.exists("t")).toBe(true);
    expect(await find(storage, {})).toEqual(["", 0]);
    expect(await find(storage, { ids: ["t"] })).toEqual(["", 0]);
  });

  test("read lists of messages from the last checkpoint, other values from their last settlement", async () => {
    const { threads, saver, settle } = await open();
    await threads.create("t", {}, ADA);
    await createSampleGraph(saver).invoke(say("one"), at("t"));
    await settle({ ...settled("t", JSON.stringify({ notes: ["settled"] })), listChannels: ["messages"] });
    const thread = await threads.get("t");
    expect(thread?.values).toMatchObject({ notes: ["settled"], messages: [{ type: "human" }, { type: "ai" }] });
    const search = await threads.search({ select: ["thread_id"] }, ADA.userId);
    expect(search.threads).toEqual([{ thread_id: "t" }]);
    const interrupts = { task: [{ id: "i", value: "sure?" }] };
    await threads.setState("t", { status: "interrupted", valuesJson: '{"a":1}', interrupts });
    expect(await threads.get("t")).toMatchObject({ status: "interrupted", values: { a: 1 }, interrupts });
  });

  test("are copied with their checkpoints and without their runs, and each goes on without the other", async () => {
    const { threads, saver, runs, claims, branches } = await open();
    await threads.create("t", { title: "One" }, ADA);
    const graph = createSampleGraph(saver);
    await graph.invoke(say("one"), { ...at("t"), metadata: { thread_id: "t" } });
    await threads.setBusy("t", {});
    await claims.take({ threadId: "t", interruptId: "i", holder: "page", nowMs: 0, leaseMs: 1 });
    const before = await historyOf(graph, "t");
    expect(await threads.copy("t", "copy")).toMatchObject({
      thread_id: "copy",
      status: "idle",
      metadata: { title: "One" },
    });
    expect(await historyOf(graph, "copy")).toEqual(before);
    expect((await saver.getTuple(at("copy")))?.metadata).toMatchObject({ thread_id: "copy" });
    expect(await runs.list("copy", { limit: 10, offset: 0 })).toEqual([]);
    expect([...(await claims.claimed("copy"))]).toEqual([]);
    await graph.invoke(say("two"), at("copy"));
    expect(await historyOf(graph, "t")).toEqual(before);
    await threads.delete("t");
    expect((await branches.read("copy"))?.messages).toHaveLength(4);
    expect(await threads.copy("t", "nothing")).toBeUndefined();
    expect(await threads.exists("nothing")).toBe(false);
  });

  test("are deleted with their runs, claims, checkpoints and writes", async () => {
    const { threads, saver, runs, claims, branches } = await open();
    await threads.create("t", {}, ADA);
    const graph = createSampleGraph(saver);
    await drive(graph, "t");
    await runs.insert({
      run_id: "r",
      thread_id: "t",
      assistant_id: "agent",
      status: "success",
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
      kwargs: {},
      idempotency: { key: "key", digest: "digest" },
    });
    await claims.take({ threadId: "t", interruptId: "i", holder: "page", nowMs: 0, leaseMs: 1 });
    await threads.delete("t");
    await threads.create("t", {}, ADA);
    expect(await runs.threadOf("r")).toBeUndefined();
    expect(await runs.findByKey("t", "key")).toBeUndefined();
    expect([...(await claims.claimed("t"))]).toEqual([]);
    expect(await historyOf(graph, "t")).toEqual([]);
    expect(await branches.read("t")).toBeUndefined();
    expect((await threads.get("t"))?.values).toBeUndefined();
  });
});
