import { describe, expect, test } from "vitest";
import { at, createSampleGraph, say } from "../../test-support/sample-graph";
import { ADA, STORAGES } from "../../test-support/storages";
import type { NewRun, Storage } from "../storage";

const NOW = "2026-01-01T00:00:00.000Z";

async function start({ runs }: Storage, threadId: string, runId: string, more: Partial<NewRun> = {}): Promise<void> {
  const run = { run_id: runId, thread_id: threadId, assistant_id: "agent", created_at: NOW, updated_at: NOW };
  await runs.insert({ ...run, status: "running", kwargs: { stream_mode: ["values"] }, ...more });
}

describe.each(STORAGES)("runs %s", (_, open) => {
  test("are listed newest first, in pages and by status, each in its own thread", async () => {
    const storage = await open();
    for (const id of ["one", "two", "three"]) await start(storage, "t", id);
    await start(storage, "other", "four");
    await storage.runs.setStatus("two", "success");
    const list = async (page: object) => {
      const found = await storage.runs.list("t", { limit: 10, offset: 0, ...page });
      return found.map(({ run_id }) => run_id).join(" ");
    };
    expect(await list({})).toBe("three two one");
    expect(await list({ limit: 1, offset: 1 })).toBe("two");
    expect(await list({ status: "running" })).toBe("three one");
    expect(await storage.runs.get("t", "two")).toMatchObject({
      status: "success",
      created_at: NOW,
      metadata: {},
      multitask_strategy: "reject",
      kwargs: { stream_mode: ["values"] },
    });
    expect((await storage.runs.get("t", "two"))?.updated_at).not.toBe(NOW);
    const error = { error: "Gone", code: "server_stopped", message: "It is gone." };
    await storage.runs.setStatus("three", "interrupted", error);
    expect(await storage.runs.get("t", "three")).toMatchObject({ status: "interrupted", error });
    await storage.runs.setStatus("three", "running");
    expect(await storage.runs.get("other", "two")).toBeUndefined();
    expect(await storage.runs.threadOf("four")).toBe("other");
    expect(await storage.runs.threadOf("nobody")).toBeUndefined();
    expect([await storage.runs.delete("other", "two"), await storage.runs.delete("t", "two")]).toEqual([false, true]);
    expect(await list({})).toBe("three one");
  });

  test("are found by the key of their request, in their thread", async () => {
    const storage = await open();
    await start(storage, "t", "one", { idempotency: { key: "key", digest: "digest" } });
    expect(await storage.runs.findByKey("t", "key")).toMatchObject({ run: { run_id: "one" }, digest: "digest" });
    expect(await storage.runs.findByKey("t", "another")).toBeUndefined();
    expect(await storage.runs.findByKey("other", "key")).toBeUndefined();
    expect(await storage.runs.get("t", "one")).not.toHaveProperty("idempotency");
  });

  test("get a higher fence at each attempt, and none comes a second time", async () => {
    const { runs, threads } = await open();
    await threads.create("t", {}, ADA);
    await threads.create("other", {}, ADA);
    const fences = [await runs.fence("t"), await runs.fence("t"), await runs.fence("t")];
    expect(fences).toEqual([...fences].sort((a, b) => a - b));
    expect(new Set(fences).size).toBe(3);
    expect(fences).not.toContain(await runs.fence("other"));
  });

  test("settle with everything that ends with them, and an error says why", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    await start(storage, "t", "one");
    const error = { error: "Error", code: "internal", message: "broken" } as const;
    const interrupts = { task: [{ id: "i", value: "sure?" }] };
    await storage.settle({
      threadId: "t",
      runId: "one",
      fence: await storage.runs.fence("t"),
      runStatus: "error",
      error,
      threadStatus: "interrupted",
      valuesJson: '{"a":1}',
      interrupts,
    });
    expect(await storage.runs.get("t", "one")).toMatchObject({ status: "error", error });
    expect(await storage.threads.get("t")).toMatchObject({ status: "interrupted", values: { a: 1 }, interrupts });
  });
});

describe.each(STORAGES)("after a process is gone, %s", (_, open) => {
  test("its runs are errors with their reason, settled ones are not, and threads wait where their checkpoint does", async () => {
    const storage = await open();
    for (const id of ["cut-off", "waiting", "idle"]) await storage.threads.create(id, {}, ADA);
    await start(storage, "cut-off", "pending", { status: "pending" });
    await start(storage, "cut-off", "running");
    await start(storage, "idle", "done", { status: "success" });
    await createSampleGraph(storage.saver).invoke(say("one"), at("waiting"));
    await storage.threads.setBusy("cut-off", {});
    await storage.threads.setBusy("waiting", {});
    await storage.threads.create("temporary", {}, { ...ADA, isTemporary: true });
    await storage.recover();
    const gone = { status: "error", error: { code: "server_restarted" } };
    expect(await storage.runs.get("cut-off", "pending")).toMatchObject(gone);
    expect(await storage.runs.get("cut-off", "running")).toMatchObject(gone);
    expect((await storage.runs.get("idle", "done"))?.status).toBe("success");
    expect((await storage.threads.get("cut-off"))?.status).toBe("error");
    expect((await storage.threads.get("idle"))?.status).toBe("idle");
    const waiting = await storage.threads.get("waiting");
    expect(waiting?.status).toBe("interrupted");
    expect(Object.values(waiting?.interrupts ?? {}).flat()).toMatchObject([{ value: "sure?" }]);
    expect(await storage.threads.exists("temporary")).toBe(false);
  });
});
