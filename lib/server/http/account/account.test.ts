import { strFromU8, unzipSync } from "fflate";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, KEYS, readAll, type TestClient } from "../../test-support/client";
import { wordsIn } from "../../test-support/data-files";
import { createFixture, type Fixture } from "../../test-support/fixture";
import { callPieces } from "../../test-support/scripted-model";

/** Words that stand nowhere else. */
const MARKS = ["zebra-input", "zebra-title", "zebra-item", "zebra-file", "zebra-metadata"] as const;
/** Long enough to fill many pages of the file, and to be cut by them. */
const LONG = "zebra-input ".repeat(3_000);

/** Leaves a user's words everywhere that words can be: turns, branches, a pause with a claim, items, files. */
async function fill(client: TestClient): Promise<{ threadId: string; runId: string; fileId: string }> {
  const { body } = await client.call("POST", "/threads", { metadata: { title: "zebra-title" } });
  const threadId: string = body.thread_id;
  const input = { messages: [{ type: "human", id: "m1", content: LONG }] };
  await client.run(threadId, { input, metadata: { about: "zebra-metadata" } });
  const { body: waiting } = await client.call("GET", `/threads/${threadId}`);
  const [interrupt] = Object.values(waiting.interrupts as Record<string, { id: string }[]>).flat();
  await client.call("POST", `/threads/${threadId}/interrupts/${interrupt?.id}/claim`, { holder: "a page" });
  await client.run(threadId, { input: { messages: [{ type: "human", id: "m1", content: "zebra-input edited" }] } });
  await client.call("PUT", "/store/items", { namespace: ["zebra-item"], key: "k", value: { fact: "zebra-item" } });
  await client.call("POST", `/threads/${threadId}/copy`);
  const uploaded = await client.send("POST", "/attachments", "zebra-file", {
    "content-disposition": 'attachment; filename="zebra-file.txt"',
  });
  const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
  return { threadId, runId: runs[0].run_id, fileId: (await uploaded.json()).id };
}

const found = (dataDir: string) => wordsIn(dataDir, MARKS);

const open = (): Promise<Fixture> => createFixture(() => callPieces(0, "call-0", "get_location", {}));

describe("deleting all of one's data", () => {
  test("leaves nothing of it in the files, the memory or any answer, and all of everybody else's", async () => {
    const { handlers, client, dataDir } = await open();
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    const otherThread = await stranger.newThread();
    await stranger.run(otherThread, { input: { messages: [{ type: "human", content: "stays here" }] } });
    const { threadId, runId, fileId } = await fill(client);
    expect(new Set((await found(dataDir)).map((hit) => hit.split(" ")[0]))).toEqual(new Set(MARKS));

    expect((await client.call("DELETE", "/users/me")).status).toBe(204);

    expect(await found(dataDir)).toEqual([]);
    expect((await client.call("POST", "/threads/search", {})).body).toEqual([]);
    expect((await client.call("POST", "/store/namespaces", {})).body).toEqual({ namespaces: [] });
    for (const path of [`/threads/${threadId}`, `/threads/${threadId}/runs/${runId}/stream`, `/attachments/${fileId}`])
      expect([path, (await client.call("GET", path)).status]).toEqual([path, 404]);
    const { body: state } = await stranger.call("GET", `/threads/${otherThread}/state`);
    expect(state.values.messages[0].content).toBe("stays here");
    await handlers.dispose(0);
    expect(await found(dataDir)).toEqual([]);
  });

  test("ends what goes on, and makes a visitor somebody new", async () => {
    const { handlers, model } = await createFixture(() => [{ pauseMs: 60_000 }, "late"]);
    await handlers.start();
    const cookie = handlers.pageCookie(new Request("http://localhost/"))?.split(";")[0] ?? "";
    const visitor = createClient(handlers, { cookie });
    const threadId = await visitor.newThread();
    const stream = await visitor.startStream(threadId, { input: { messages: [{ type: "human", content: "hi" }] } });
    const deleted = await visitor.send("DELETE", "/users/me");
    expect(deleted.status).toBe(204);
    expect(deleted.headers.get("set-cookie")).toMatch(/^toolweave_[0-9a-f]{8}=; Max-Age=0; Path=\/; HttpOnly/);
    expect((await readAll(stream)).at(-1)?.event).toBe("end");
    expect(model.abortedTurns).toBeLessThanOrEqual(1);
    expect((await visitor.call("GET", `/threads/${threadId}`)).status).toBe(404);
  });

  test("is for those who say who they are", async () => {
    const { handlers } = await open();
    expect((await createClient(handlers, {}).call("DELETE", "/users/me")).status).toBe(401);
    expect((await createClient(handlers, {}).call("GET", "/users/me/export")).status).toBe(401);
  });
});

describe("deleting a thread", () => {
  test("leaves nothing of it in the files", async () => {
    const { client, dataDir } = await open();
    const threadId = await client.newThread();
    await client.run(threadId, { input: { messages: [{ type: "human", content: LONG }] } });
    expect(await found(dataDir)).not.toEqual([]);
    expect((await client.call("DELETE", `/threads/${threadId}`)).status).toBe(204);
    expect(await found(dataDir)).toEqual([]);
  });
});

describe("deleting one thing", () => {
  test("leaves nothing of an item in the files", async () => {
    const { client, dataDir } = await open();
    const item = { namespace: ["zebra-item"], key: "k" };
    await client.call("PUT", "/store/items", { ...item, value: { fact: LONG } });
    expect(await found(dataDir)).not.toEqual([]);
    expect((await client.call("DELETE", "/store/items", item)).status).toBe(204);
    expect(await found(dataDir)).toEqual([]);
  });

  test("leaves nothing of what was sent with a run", async () => {
    const { client, dataDir } = await open();
    const threadId = await client.newThread();
    const input = { messages: [{ type: "human", content: "hello" }] };
    await client.run(threadId, { input, metadata: { about: "zebra-metadata" } });
    const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
    expect(await found(dataDir)).not.toEqual([]);
    expect((await client.call("DELETE", `/threads/${threadId}/runs/${runs[0].run_id}`)).status).toBe(204);
    expect((await found(dataDir)).filter((hit) => hit.endsWith("-wal"))).toEqual([]);
  });

  test("leaves nothing of a stateless run when its time is over", async () => {
    const { client, dataDir } = await createFixture(() => ["hi"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const input = { messages: [{ type: "human", content: LONG }] };
    expect((await client.call("POST", "/runs/wait", { assistant_id: "agent", input })).status).toBe(200);
    expect(await found(dataDir)).not.toEqual([]);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    vi.useRealTimers();
    await expect.poll(() => found(dataDir)).toEqual([]);
  });
});

describe("the archive of one's data", () => {
  test("holds every message of every branch, every checkpoint, run, item and file, and nobody else's", async () => {
    const { handlers, client } = await open();
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    await fill(stranger);
    const { threadId, fileId } = await fill(client);
    const response = await client.send("GET", "/users/me/export");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="toolweave-[\d-]{10}\.zip"$/);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const read = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    const names = Object.keys(files).sort();
    expect(names.filter((name) => name.startsWith("threads/"))).toHaveLength(2); // the thread and its copy
    expect(names.filter((name) => !name.startsWith("threads/"))).toEqual(
      [`attachments/${fileId}/zebra-file.txt`, "attachments.json", "items.json", "user.json"].sort(),
    );
    expect(read("user.json")).toMatchObject({ userId: "key-tester" });
    expect(read("items.json")).toMatchObject([{ namespace: ["zebra-item"], value: { fact: "zebra-item" } }]);
    expect(strFromU8(files[`attachments/${fileId}/zebra-file.txt`] ?? new Uint8Array())).toBe("zebra-file");
    const thread = read(`threads/${threadId}.json`);
    const contents = thread.messages.map(({ content }: { content: unknown }) => content);
    expect(contents).toEqual(expect.arrayContaining([LONG, "zebra-input edited"]));
    expect(thread).toMatchObject({ thread_id: threadId, metadata: { title: "zebra-title" } });
    expect(thread.runs).toHaveLength(2);
    const { body: history } = await client.call("POST", `/threads/${threadId}/history`, { limit: 100 });
    const root = thread.checkpoints.filter((one: { checkpoint_ns: string }) => one.checkpoint_ns === "");
    expect(root.map((one: { checkpoint_id: string }) => one.checkpoint_id)).toEqual(
      history.map(({ checkpoint }: { checkpoint: { checkpoint_id: string } }) => checkpoint.checkpoint_id).reverse(),
    );
    const times = strFromU8(files[`threads/${threadId}.json`] ?? new Uint8Array()).split(LONG).length - 1;
    expect(times).toBe(1);
    const { messages, __pregel_tasks: packets } = root.at(-1).values;
    const { body: last } = await client.call("GET", `/threads/${threadId}/state`);
    const named = messages.message_numbers.flatMap(([first, end]: [number, number]) => contents.slice(first, end + 1));
    expect(named).toEqual(last.values.messages.map(({ content }: { content: unknown }) => content));
    expect(packets).toMatchObject([{ node: "tools", args: { messages } }]); // the call was given the whole state
  });

  test("is left in the middle without harm", async () => {
    const { client } = await open();
    await fill(client);
    const reader = (await client.send("GET", "/users/me/export")).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await client.call("GET", "/ok")).status).toBe(200);
  });
});
