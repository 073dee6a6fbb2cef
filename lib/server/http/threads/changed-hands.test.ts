import { afterEach, expect, test, vi } from "vitest";
import { openRuntime } from "../../runtime";
import { createClient, KEYS } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";

const HELLO = { messages: [{ type: "human", content: "hello" }] };
const KEEP_MS = 5 * 60_000;

afterEach(() => void vi.useRealTimers());

/** A server with two users, and a way to hold everything up that is to happen to a thread. */
async function open() {
  const fixture = await createFixture(() => ["hi"]);
  const { handlers, dataDir } = fixture;
  const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
  await handlers.start();
  const { runs, storage } = await openRuntime(dataDir, undefined as never); // the one that is open already
  /** The thread goes, and the stranger makes one of the same id, while `ask` waits for its turn. */
  async function passOn<Answer>(threadId: string, ask: () => Promise<Answer>): Promise<Answer> {
    const gate = Promise.withResolvers<void>();
    const held = runs.withThread(threadId, () => gate.promise);
    const answer = ask();
    await new Promise((resolve) => setTimeout(resolve, 20)); // it has been let in, and waits
    await storage.threads.delete(threadId);
    expect((await stranger.call("POST", "/threads", { thread_id: threadId })).status).toBe(200);
    gate.resolve();
    await held;
    return answer;
  }
  return { ...fixture, stranger, storage, passOn };
}

test.each([
  ["POST", "/copy", undefined],
  ["POST", "/state", { values: HELLO }],
  ["POST", "/interrupts/any/claim", { holder: "a page" }],
  ["POST", "/runs", { assistant_id: "agent", input: HELLO }],
  ["DELETE", "", undefined],
])("%s %s of a thread that is somebody else's by its turn finds nothing", async (method, end, body) => {
  const { client, stranger, storage, passOn } = await open();
  const threadId = await client.newThread();
  await client.run(threadId, { input: HELLO });
  const refused = await passOn(threadId, () => client.call(method, `/threads/${threadId}${end}`, body));
  expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
  expect((await stranger.call("GET", `/threads/${threadId}`)).body.values).toBeUndefined();
  expect(await storage.threads.idsOf("key-stranger")).toHaveLength(1);
});

test("deleting all of one's data leaves a thread that is somebody else's by its turn", async () => {
  const { client, stranger, passOn } = await open();
  const threadId = await client.newThread();
  const deleted = await passOn(threadId, () => client.call("DELETE", "/users/me"));
  expect(deleted.status).toBe(204);
  expect((await stranger.call("GET", `/threads/${threadId}`)).status).toBe(200);
});

test("taking one's data along leaves out a thread that is somebody else's by its turn", async () => {
  const { client, stranger, storage } = await open();
  const threads = [await client.newThread(), await client.newThread()];
  const reader = (await client.send("GET", "/users/me/export")).body?.getReader();
  let bytes = Buffer.alloc(0);
  const readOn = async () => {
    const { value } = (await reader?.read()) ?? {};
    bytes = Buffer.concat([bytes, value ?? new Uint8Array()]);
    return value !== undefined;
  };
  while (!threads.some((threadId) => bytes.includes(threadId))) await readOn();
  const second = threads.find((threadId) => !bytes.includes(threadId)) ?? "";
  await storage.threads.delete(second);
  await stranger.call("POST", "/threads", { thread_id: second, metadata: { title: "not yours" } });
  while (await readOn());
  expect(bytes.includes("items.json")).toBe(true);
  expect(bytes.includes(second)).toBe(false);
});

test.each([
  ["another user's", KEYS.stranger],
  ["another thread of the same user's", KEYS.tester],
])("a stateless run's hidden thread that became %s is not removed with it", async (_, key) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { handlers, client } = await createFixture(() => ["hi"]);
  const wait = await client.send("POST", "/runs/wait", { assistant_id: "agent", input: HELLO });
  await wait.text();
  const runId = wait.headers.get("content-location")?.split("/").at(-1);
  const { thread_id: threadId } = (await client.call("GET", `/runs/${runId}`)).body;
  await client.call("DELETE", `/threads/${threadId}`);
  const next = createClient(handlers, { "x-api-key": key });
  expect((await next.call("POST", "/threads", { thread_id: threadId })).status).toBe(200);
  await vi.advanceTimersByTimeAsync(KEEP_MS + 1);
  expect((await next.call("GET", `/threads/${threadId}`)).status).toBe(200);
});

test("a stateless run's hidden thread is removed a while after its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { client } = await createFixture(() => ["hi"]);
  const wait = await client.send("POST", "/runs/wait", { assistant_id: "agent", input: HELLO });
  await wait.text();
  const place = wait.headers.get("content-location") ?? "";
  const { thread_id: threadId } = (await client.call("GET", place)).body;
  await vi.advanceTimersByTimeAsync(KEEP_MS + 1);
  await vi.waitFor(async () => expect((await client.call("GET", `/threads/${threadId}`)).status).toBe(404));
});
