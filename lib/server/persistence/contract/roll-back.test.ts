import { describe, expect, test } from "vitest";
import { at, createSampleGraph, historyOf, say } from "../../test-support/sample-graph";
import { ADA, STORAGES } from "../../test-support/storages";

const END = { runStatus: "success", threadStatus: "idle", interrupts: {} } as const;

describe.each(STORAGES)("a run that is taken back, %s", (_, open) => {
  test("leaves the thread as it was, with what waited there", async () => {
    const { saver, threads, runs, rollBack, settle } = await open();
    await threads.create("t", {}, ADA);
    const graph = createSampleGraph(saver);
    await graph.invoke(say("one"), at("t")); // waits at its question
    const before = await historyOf(graph, "t");
    const mark = await rollBack.mark("t");
    await graph.updateState(at("t"), { notes: ["answer"] }, "ask");
    await graph.invoke(say("two"), at("t"));
    await settle({ ...END, threadId: "t", runId: "r", valuesJson: '{"a":1}' });
    expect(await historyOf(graph, "t")).not.toEqual(before);
    await rollBack.rollBack("t", "r", mark);
    expect(await historyOf(graph, "t")).toEqual(before);
    expect((await threads.get("t"))?.values).toBeUndefined();
    expect(await runs.get("t", "r")).toBeUndefined();
    // and goes on from there
    await graph.updateState(at("t"), { notes: ["another answer"] }, "ask");
    expect((await graph.getState(at("t"))).values.notes).toContain("another answer");
  });

  test("leaves a thread that was empty empty", async () => {
    const { saver, threads, rollBack } = await open();
    await threads.create("t", {}, ADA);
    const graph = createSampleGraph(saver);
    const mark = await rollBack.mark("t");
    await graph.invoke(say("one"), at("t"));
    await rollBack.rollBack("t", "r", mark);
    expect(await historyOf(graph, "t")).toEqual([]);
    expect(await saver.getTuple(at("t"))).toBeUndefined();
  });

  test("that forked gives the checkpoint that it forked from what waited there", async () => {
    const { saver, threads, rollBack } = await open();
    await threads.create("t", {}, ADA);
    const graph = createSampleGraph(saver);
    await graph.invoke(say("one"), at("t"));
    const from: string = (await graph.getState(at("t"))).config.configurable?.checkpoint_id;
    await graph.updateState(at("t"), { notes: ["answer"] }, "ask");
    const before = await historyOf(graph, "t");
    const mark = await rollBack.mark("t", from);
    await saver.putWrites(
      { configurable: { ...at("t").configurable, checkpoint_ns: "", checkpoint_id: from } },
      [["__resume__", ["late"]]],
      "task",
    );
    await rollBack.rollBack("t", "r", mark);
    expect(await historyOf(graph, "t")).toEqual(before);
    const tuple = await saver.getTuple({ configurable: { ...at("t").configurable, checkpoint_id: from } });
    expect(tuple?.pendingWrites?.map(([, channel]) => channel)).not.toContain("__resume__");
  });
});

describe.each(STORAGES)("what the last step's successors had written, %s", (_, open) => {
  test("is forgotten, except what was there at the mark, and can be put back", async () => {
    const { saver, threads, rollBack } = await open();
    await threads.create("t", {}, ADA);
    const graph = createSampleGraph(saver);
    await graph.invoke(say("one"), at("t"));
    const mark = await rollBack.mark("t");
    const last = await saver.getTuple(at("t"));
    const channels = async () => (await saver.getTuple(at("t")))?.pendingWrites?.map(([, channel]) => channel).sort();
    const waiting = await channels();
    expect(waiting).toContain("__interrupt__");
    expect(await rollBack.discardWrites("t", mark)).toBeUndefined();
    await saver.putWrites(last?.config ?? {}, [["notes", ["half"]]], "other-task");
    const written = await channels();
    expect(written).toContain("notes");
    const discarded = await rollBack.discardWrites("t", mark);
    expect(await channels()).toEqual(waiting);
    await discarded?.undo();
    expect(await channels()).toEqual(written);
    await rollBack.discardWrites("t");
    expect(await channels()).toEqual([]);
    expect(await rollBack.discardWrites("nobody")).toBeUndefined();
  });
});
