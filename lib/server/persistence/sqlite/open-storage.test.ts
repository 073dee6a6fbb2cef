import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { TESTER_ID } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { LOOKS_SERIALIZED } from "../../test-support/lc-data";
import { callPieces } from "../../test-support/scripted-model";
import { ADA, newFolder } from "../../test-support/storages";
import type { Storage } from "../storage";
import { openStorage } from "./open-storage";

const ASKED = { messages: [{ type: "human", content: "Where am I?" }] };

/** Leaves a thread as a killed process leaves it: busy, with a run in flight. */
async function crash(storage: Storage, threadId: string): Promise<string> {
  const runId = crypto.randomUUID();
  const now = new Date().toISOString();
  await storage.runs.insert({
    run_id: runId,
    thread_id: threadId,
    assistant_id: "agent",
    status: "running",
    created_at: now,
    updated_at: now,
    kwargs: {},
  });
  await storage.threads.update(threadId, { status: "busy" });
  await storage.close();
  return runId;
}

describe("a data folder", () => {
  test("is made where it is missing", async () => {
    const storage = await openStorage(join(await newFolder(), "deep", "er"));
    await storage.threads.create("t", { a: 1 }, ADA);
    expect(await storage.threads.get("t")).toMatchObject({ metadata: { a: 1 } });
    await storage.close();
  });

  test("of a stopped server is backed up by copying its one file", async () => {
    const folder = await newFolder();
    const storage = await openStorage(folder);
    await storage.threads.create("t", { a: 1 }, ADA);
    await storage.close();
    const copy = await newFolder();
    await copyFile(join(folder, "toolweave.sqlite"), join(copy, "toolweave.sqlite"));
    const copied = await openStorage(copy);
    expect(await copied.threads.get("t")).toMatchObject({ metadata: { a: 1 } });
    await copied.close();
  });

  test("of a newer version is refused with the remedy, and not changed", async () => {
    const folder = await newFolder();
    await (await openStorage(folder)).close();
    const path = join(folder, "toolweave.sqlite");
    const newer = new Sqlite(path);
    newer.exec("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)");
    newer.close();
    const before = await readFile(path);
    await expect(openStorage(folder)).rejects.toMatchObject({
      code: "data_folder_unusable",
      message: expect.stringContaining("newer Toolweave (schema 99"),
    });
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test.each([
    ["holds something else under our name", "toolweave.sqlite"],
    ["is a file", "."],
  ])("that %s is refused with the remedy", async (_, name) => {
    const folder = join(await newFolder(), "data");
    if (name === ".") await writeFile(folder, "a file");
    else {
      await mkdir(folder);
      await writeFile(join(folder, name), "no database ".repeat(1000));
    }
    await expect(openStorage(folder)).rejects.toMatchObject({
      code: "data_folder_unusable",
      message: expect.stringContaining("TOOLWEAVE_DATA_DIR"),
    });
  });

  test("that cannot be opened is told to the client, and tried again", async () => {
    const folder = join(await newFolder(), "data");
    await writeFile(folder, "a file");
    const { client } = await createFixture(() => [], { dataDir: folder });
    expect(await client.call("GET", "/ok")).toMatchObject({ status: 500, body: { code: "data_folder_unusable" } });
    await rm(folder);
    expect((await client.call("GET", "/ok")).status).toBe(200);
  });
});

describe("data that looks serialized", () => {
  test("is there after a restart, in a message, in run metadata and in what a model writes", async () => {
    const args = { a: 1, b: 2, extra: LOOKS_SERIALIZED };
    const first = await createFixture((history) => (history.length > 2 ? ["3"] : callPieces(0, "call-0", "add", args)));
    const threadId = await first.client.newThread();
    const message = {
      type: "human",
      content: [{ type: "text", text: "hi", extra: LOOKS_SERIALIZED }],
      additional_kwargs: { data: LOOKS_SERIALIZED },
      response_metadata: { data: LOOKS_SERIALIZED },
    };
    await first.client.run(threadId, { input: { messages: [message] }, metadata: { data: LOOKS_SERIALIZED } });
    const before = (await first.client.call("GET", `/threads/${threadId}/state`)).body;
    await first.handlers.dispose(0);
    await crash(await openStorage(first.dataDir), threadId);
    const { client, reported } = await first.restart();
    const { body: after } = await client.call("GET", `/threads/${threadId}/state`);
    expect(after.values).toEqual(before.values);
    expect(after.values.messages[0]).toMatchObject({ additional_kwargs: { data: LOOKS_SERIALIZED } });
    expect(after.values.messages[1].tool_calls[0].args).toEqual(args);
    expect(after.metadata).toMatchObject({ data: LOOKS_SERIALIZED });
    expect((await client.call("POST", "/threads/search", {})).status).toBe(200);
    await client.run(threadId, { input: ASKED });
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
    expect(reported).toEqual([]);
  });
});

describe("a thread that cannot be read", () => {
  test("keeps nobody from starting, and is listed and taken along without what is unreadable", async () => {
    const first = await createFixture(() => ["hi"]);
    const [broken, whole] = [await first.client.newThread(), await first.client.newThread()];
    for (const threadId of [broken, whole]) await first.client.run(threadId, { input: ASKED });
    await first.handlers.dispose(0);
    await crash(await openStorage(first.dataDir), broken);
    const database = new Sqlite(join(first.dataDir, "toolweave.sqlite"));
    database.prepare("UPDATE message_lists SET items = '[{' WHERE thread_id = ?").run(broken);
    database.close();
    const { client, reported } = await first.restart();
    const { status, body: threads } = await client.call("POST", "/threads/search", {});
    expect(status).toBe(200);
    expect(threads).toHaveLength(2);
    expect(threads.find(({ thread_id }: { thread_id: string }) => thread_id === broken)).toMatchObject({
      status: "error",
    });
    expect(reported).toHaveLength(1);
    const exported = await client.send("GET", "/users/me/export");
    const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
    const read = (threadId: string) => JSON.parse(strFromU8(files[`threads/${threadId}.json`] ?? new Uint8Array()));
    expect(read(broken).checkpoints.at(-1).error).toBe("This checkpoint is stored, but cannot be read.");
    expect(read(whole).messages).toHaveLength(2);
    expect(Object.keys(files)).toContain("attachments.json");
  });
});

describe("after a crash", () => {
  test("a run in flight is an error with its reason, and its thread goes on", async () => {
    const dataDir = await newFolder();
    const storage = await openStorage(dataDir);
    await storage.threads.create("t", { graph_id: "agent" }, TESTER_ID);
    const runId = await crash(storage, "t");
    const { client } = await createFixture(() => ["hi"], { dataDir });
    const { body: run } = await client.call("GET", `/threads/t/runs/${runId}`);
    expect(run).toMatchObject({ status: "error", error: { code: "server_restarted" } });
    expect((await client.call("GET", "/threads/t")).body.status).toBe("error");
    const stream = await client.send("GET", `/threads/t/runs/${runId}/stream`, undefined, {
      "last-event-id": `${runId}:7`,
    });
    expect(await stream.text()).toMatch(/event: error\ndata: .*server_restarted.*\n\nevent: end\n/);
    await client.run("t", { input: ASKED });
    expect((await client.call("GET", "/threads/t")).body.status).toBe("idle");
  });

  test("a thread that waits for the browser still waits, and the claim holds", async () => {
    const first = await createFixture((history) =>
      history.length > 2 ? ["Told."] : callPieces(0, "call-0", "get_location", {}),
    );
    const threadId = await first.client.newThread();
    await first.client.run(threadId, { input: ASKED });
    const { body: before } = await first.client.call("GET", `/threads/${threadId}`);
    const [[{ id }]] = Object.values(before.interrupts) as [[{ id: string }]];
    await first.client.call("POST", `/threads/${threadId}/interrupts/${id}/claim`, { holder: "page-1" });
    await first.handlers.dispose(0);
    await crash(await openStorage(first.dataDir), threadId);
    const { client } = await first.restart();
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    expect(thread).toMatchObject({ status: "interrupted", interrupts: before.interrupts });
    const claim = await client.call("POST", `/threads/${threadId}/interrupts/${id}/claim`, { holder: "page-2" });
    expect(claim.status).toBe(409);
    const answer = { latitude: 1, longitude: 2, accuracy_m: 3 };
    await client.run(threadId, { command: { resume: { [id]: answer } } });
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });
});
