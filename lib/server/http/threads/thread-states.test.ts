import { describe, expect, test } from "vitest";
import { createFixture } from "../../test-support/fixture";

const HELLO = { messages: [{ type: "human", content: "hello" }] };

describe("history", () => {
  test("goes from the newest checkpoint to the oldest, each naming its parent, in pages", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: HELLO });
    const { body: all } = await client.call("POST", `/threads/${threadId}/history`, { limit: 100 });
    const ids = all.map((state: State) => state.checkpoint.checkpoint_id);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect(all[0].checkpoint).toEqual({
      thread_id: threadId,
      checkpoint_ns: "",
      checkpoint_id: ids[0],
      checkpoint_map: null,
    });
    for (const [index, state] of (all as State[]).entries()) {
      expect(state.parent_checkpoint?.checkpoint_id).toBe(ids[index + 1]);
    }
    const { body: page } = await client.call("GET", `/threads/${threadId}/history?limit=1&before=${ids[0]}`);
    expect(page.map((state: State) => state.checkpoint.checkpoint_id)).toEqual([ids[1]]);
    const { body: state } = await client.call("GET", `/threads/${threadId}/state/${ids[1]}`);
    expect(state.values).toEqual(all[1].values);
    const viaPost = await client.call("POST", `/threads/${threadId}/state/checkpoint`, {
      checkpoint: all[1].checkpoint,
    });
    expect(viaPost.body.values).toEqual(all[1].values);
  });

  test("is branched by a run from an earlier checkpoint", async () => {
    const { client } = await createFixture((messages) => [`You said ${messages.at(-1)?.text}`]);
    const threadId = await client.newThread();
    await client.run(threadId, { input: { messages: [{ type: "human", content: "one" }] } });
    await client.run(threadId, { input: { messages: [{ type: "human", content: "two" }] } });
    const { body: states } = await client.call("POST", `/threads/${threadId}/history`, { limit: 100 });
    const afterOne = (states as State[]).find((state) => state.values.messages.length === 2 && state.next.length === 0);
    await client.run(threadId, {
      input: { messages: [{ type: "human", content: "three" }] },
      checkpoint: afterOne?.checkpoint,
    });
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map(({ content }: { content: string }) => content)).toEqual([
      "one",
      "You said one",
      "three",
      "You said three",
    ]);
  });
});

test("a state gives only its newest messages where that is asked, and says how many come before them", async () => {
  const { client } = await createFixture((messages) => [`You said ${messages.at(-1)?.text}`]);
  const threadId = await client.newThread();
  for (const content of ["one", "two", "three"])
    await client.run(threadId, { input: { messages: [{ type: "human", content }] } });
  const { body: whole } = await client.call("GET", `/threads/${threadId}/state`);
  expect(whole).not.toHaveProperty("earlier_messages");
  const { body: last } = await client.call("GET", `/threads/${threadId}/state?last_messages=2`);
  expect(last).toEqual({
    ...whole,
    values: { ...whole.values, messages: whole.values.messages.slice(-2) },
    earlier_messages: 4,
  });
  const { checkpoint_id: checkpointId } = whole.checkpoint;
  const { body: there } = await client.call("GET", `/threads/${threadId}/state/${checkpointId}?last_messages=100`);
  expect(there).toEqual({ ...whole, earlier_messages: 0 });
  expect((await client.call("GET", `/threads/${threadId}/state?last_messages=0`)).status).toBe(400);
});

type Place = { checkpoint_id: string };
type State = { checkpoint: Place; parent_checkpoint: Place | null; values: { messages: unknown[] }; next: string[] };
