import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { TESTER_ID } from "../../test-support/client";
import { createFixture, type Fixture } from "../../test-support/fixture";

const RUN = {
  assistant_id: "agent",
  input: { messages: [{ type: "human", content: "hello" }] },
  on_completion: "keep",
};
const KEY = { "idempotency-key": "key-1" };

async function start({ client }: Fixture): Promise<{ run_id: string; thread_id: string }> {
  return (await client.send("POST", "/runs", RUN, KEY)).json();
}

describe("the hidden thread of a stateless run with an idempotency key", () => {
  test("is found again by the same key, also after a restart", async () => {
    const first = await createFixture(() => ["hi"]);
    const started = await start(first);
    expect(await start(first)).toMatchObject({ run_id: started.run_id, thread_id: started.thread_id });
    await first.client.call("GET", `/runs/${started.run_id}/join`);
    expect((await start(await first.restart())).run_id).toBe(started.run_id);
  });

  test("has an id that nobody can know without the server's secret", async () => {
    const ids = await Promise.all([1, 2].map(async () => (await start(await createFixture(() => ["hi"]))).thread_id));
    expect(ids[0]).not.toBe(ids[1]);
    const guess = createHash("sha256").update(`stateless run:${JSON.stringify([TESTER_ID.userId, "key-1"])}`);
    expect(guess.digest("hex").slice(0, 8)).not.toBe(ids[0]?.slice(0, 8));
  });
});
