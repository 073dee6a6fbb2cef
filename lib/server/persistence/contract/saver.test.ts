import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { at, collect, createSampleGraph, drive, historyOf, say } from "../../test-support/sample-graph";
import { ADA, STORAGES } from "../../test-support/storages";
import { FENCE_KEY } from "../checkpoints/fence";

describe.each(STORAGES)("the saver %s", (_, open) => {
  test("gives back what LangGraph's own saver gives, whatever happens to the messages", async () => {
    const [ours, theirs] = [await open(), new MemorySaver()];
    const [graph, reference] = [createSampleGraph(ours.saver), createSampleGraph(theirs)];
    await drive(graph, "t");
    await drive(reference, "t");
    const expected = await historyOf(reference, "t");
    expect(expected.length).toBeGreaterThan(15);
    expect(await historyOf(graph, "t")).toEqual(expected);
    expect(await historyOf(graph, "another")).toEqual([]);
  });

  test("finds checkpoints before another, by metadata and in pages", async () => {
    const { saver } = await open();
    await drive(createSampleGraph(saver), "t");
    const all = await collect(saver.list(at("t")));
    const before = all[4]?.config;
    if (!before) throw new Error("there are more than four");
    const page = await collect(saver.list(at("t"), { before, limit: 2 }));
    expect(page.map(({ config }) => config)).toEqual(all.slice(5, 7).map(({ config }) => config));
    const updates = await collect(saver.list(at("t"), { filter: { source: "update" } }));
    expect(updates).toHaveLength(3);
  });

  test("keeps with a checkpoint which run wrote it, and nothing of LangGraph's tracing", async () => {
    const { saver } = await open();
    const metadata = { run_id: "run-1", user: "ada", ls_integration: "x" };
    await createSampleGraph(saver).invoke(say("one"), { ...at("t"), metadata });
    const last = await saver.getTuple(at("t"));
    expect(last?.metadata).toMatchObject({ source: "loop", run_id: "run-1", user: "ada" });
    expect(last?.metadata).not.toHaveProperty("ls_integration");
    expect(await collect(saver.list(at("t"), { filter: { run_id: "run-1" } as object, limit: 1 }))).toHaveLength(1);
  });

  test("removes a thread whole", async () => {
    const { saver } = await open();
    const graph = createSampleGraph(saver);
    await drive(graph, "t");
    await drive(graph, "other");
    await saver.deleteThread("t");
    expect(await saver.getTuple(at("t"))).toBeUndefined();
    expect(await collect(saver.list(at("t")))).toEqual([]);
    expect((await historyOf(graph, "other")).length).toBeGreaterThan(15);
  });
});

describe.each(STORAGES)("an attempt that was paused and comes back, %s", (_, open) => {
  test("is refused: neither its checkpoints, its writes nor its end change the thread", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    const graph = createSampleGraph(storage.saver);
    const older = await storage.runs.fence("t");
    const asOlder = { configurable: { thread_id: "t", [FENCE_KEY]: older } };
    await graph.invoke(say("one"), asOlder);
    const newer = await storage.runs.fence("t");
    expect(newer).toBeGreaterThan(older);
    const before = await historyOf(graph, "t");
    await expect(graph.invoke(say("two"), asOlder)).rejects.toMatchObject({ code: "conflict" });
    const [last] = await collect(storage.saver.list(at("t"), { limit: 1 }));
    const place = { configurable: { ...last?.config.configurable, [FENCE_KEY]: older } };
    await expect(storage.saver.putWrites(place, [["notes", ["late"]]], "task")).rejects.toMatchObject({
      code: "conflict",
    });
    const end = { threadId: "t", runId: "r", runStatus: "success", threadStatus: "error", interrupts: {} } as const;
    await expect(storage.settle({ ...end, fence: older })).rejects.toMatchObject({ code: "conflict" });
    expect((await storage.threads.get("t"))?.status).toBe("idle");
    expect(await historyOf(graph, "t")).toEqual(before);
    await storage.settle({ ...end, fence: newer });
    expect((await storage.threads.get("t"))?.status).toBe("error");
  });

  test("is refused also when it is overtaken in the middle of a write", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    await createSampleGraph(storage.saver).invoke(say("one"), at("t"));
    const last = await storage.saver.getTuple(at("t"));
    if (!last) throw new Error("the thread has a checkpoint");
    const config = {
      configurable: { ...last.config.configurable, [FENCE_KEY]: await storage.runs.fence("t") },
    };
    let overtaking: Promise<number> | undefined;
    const overtakes = {
      toJSON() {
        overtaking ??= storage.runs.fence("t"); // while the state is being written down
        return "written";
      },
    };
    const checkpoint = {
      ...last.checkpoint,
      id: "ffffffff-0000-6000-8000-000000000000",
      channel_values: { ...last.checkpoint.channel_values, overtakes },
    };
    await expect(
      storage.saver.put(config, checkpoint, { source: "loop", step: 9, parents: {} }, {}),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await overtaking).toBeGreaterThan(0);
    expect((await storage.saver.getTuple(at("t")))?.checkpoint.id).toBe(last.checkpoint.id);
  });

  test("does not bring a deleted thread back", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    const graph = createSampleGraph(storage.saver);
    const config = { configurable: { thread_id: "t", [FENCE_KEY]: await storage.runs.fence("t") } };
    await storage.threads.delete("t");
    await expect(graph.invoke(say("one"), config)).rejects.toMatchObject({ code: "conflict" });
    expect(await storage.saver.getTuple(at("t"))).toBeUndefined();
  });

  test("changes nothing in a thread that was made with the id of its own, which was deleted", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    const graph = createSampleGraph(storage.saver);
    const config = { configurable: { thread_id: "t", [FENCE_KEY]: await storage.runs.fence("t") } };
    await storage.threads.delete("t");
    await storage.threads.create("t", {}, { userId: "alan" });
    await expect(graph.invoke(say("one"), config)).rejects.toMatchObject({ code: "conflict" });
    await storage.runs.fence("t");
    await expect(graph.invoke(say("one"), config)).rejects.toMatchObject({ code: "conflict" });
    expect(await storage.saver.getTuple(at("t"))).toBeUndefined();
  });
});
