import { expect, test } from "vitest";
import { createClient, KEYS, TESTER } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";

const THREAD = "6f1f0f6e-3d0b-4b8e-9a53-6a1c3a6a7f10";

/** Routes whose body a stranger can send as slowly as they like. */
const SLOW: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ["POST", "/history", { limit: 10 }],
  ["POST", "/state", { values: { messages: [{ type: "human", content: "not mine" }] } }],
  ["POST", "/state/checkpoint", { checkpoint: { checkpoint_id: "1ef00000-0000-6000-8000-000000000000" } }],
  ["PATCH", "", { metadata: { title: "not mine" } }],
  ["POST", "/interrupts/any/claim", { holder: "stranger" }],
];

test.each(SLOW)("%s %s of a thread that becomes somebody's while the body comes finds nothing", async (...slow) => {
  const [method, path, body] = slow;
  const { handlers, client } = await createFixture(() => ["Hello."]);
  const bodyIsRead = Promise.withResolvers<void>();
  const threadIsHers = Promise.withResolvers<void>();
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const late = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        bodyIsRead.resolve();
        await threadIsHers.promise;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = handlers.fetch(
    new Request(`http://localhost/api/threads/${THREAD}${path}`, {
      method,
      headers: { "x-api-key": KEYS.stranger, "content-type": "application/json" },
      body: late,
      duplex: "half",
    } as RequestInit),
  );
  await bodyIsRead.promise; // the stranger has been let through: nobody had the thread
  const owner = createClient(handlers, TESTER);
  expect((await owner.call("POST", "/threads", { thread_id: THREAD, metadata: { title: "mine" } })).status).toBe(200);
  await client.run(THREAD, { assistant_id: "agent", input: { messages: [{ type: "human", content: "mine" }] } });
  threadIsHers.resolve();
  const response = await answer;
  expect([response.status, await response.text()]).toEqual([404, expect.not.stringContaining("mine")]);
  const thread = await client.call("GET", `/threads/${THREAD}`);
  expect(thread.body.metadata.title).toBe("mine");
  expect(JSON.stringify(thread.body.values)).not.toContain("not mine");
});
