import { describe, expect, test } from "vitest";
import { type MessagesPage, messagesPageSchema } from "@/lib/protocol";
import type { Storage } from "../../persistence/storage";
import type { TestClient } from "../../test-support/client";
import { createFixture, type Fixture } from "../../test-support/fixture";
import { callPieces, type Piece } from "../../test-support/scripted-model";
import { STORAGES } from "../../test-support/storages";

const ask = (content: string) => ({ messages: [{ type: "human", id: `q-${content}`, content }] });

async function read(client: TestClient, threadId: string, query = ""): Promise<MessagesPage> {
  const { status, body } = await client.call("GET", `/threads/${threadId}/messages${query}`);
  expect(status).toBe(200);
  return messagesPageSchema.parse(body);
}

const texts = (page: MessagesPage) => page.messages.map(({ message }) => message.content);

/** Three turns, the second with a tool call; then the first question edited, and the second answer tried again. */
async function branched(storage: Storage): Promise<Fixture & { threadId: string }> {
  const fixture = await createFixture(
    (history, turn): Piece[] => {
      const last = history.at(-1)?.text ?? "";
      return last === "two" ? callPieces(0, `call-${turn}`, "add", { a: 1, b: turn }) : [`answer ${turn} to ${last}`];
    },
    { storage },
  );
  const threadId = await fixture.client.newThread();
  for (const question of ["one", "two", "three"]) await fixture.client.run(threadId, { input: ask(question) });
  return { ...fixture, threadId };
}

describe.each(STORAGES)("the messages of a thread, %s", (_, open) => {
  test("come in pages from the newest back, each with where it came in and where to branch", async () => {
    const { client, threadId } = await branched(await open());
    const all = await read(client, threadId);
    expect(all.total).toBe(8);
    expect(all.messages.map(({ message, position }) => [position, message.type])).toEqual(
      ["human", "ai", "human", "ai", "tool", "ai", "human", "ai"].map((type, index) => [index, type]),
    );
    const last = await read(client, threadId, "?limit=3");
    expect(texts(last)).toEqual(texts(all).slice(5));
    const older = await read(client, threadId, `?limit=3&before=${last.next_before}`);
    expect(older.messages.map(({ position }) => position)).toEqual([2, 3, 4]);
    const first = await read(client, threadId, `?limit=3&before=${older.next_before}`);
    expect([first.messages.map(({ position }) => position), first.next_before]).toEqual([[0, 1], null]);

    for (const { checkpoint_id, parent_checkpoint_id, siblings } of all.messages) {
      for (const id of [checkpoint_id, parent_checkpoint_id]) {
        expect((await client.call("GET", `/threads/${threadId}/state/${id}`)).status).toBe(200);
      }
      expect(siblings).toEqual([{ checkpoint_id, head_checkpoint_id: all.checkpoint_id }]);
    }
  });

  test("show the branches of an edited question and of an answer that was tried again", async () => {
    const { client, threadId } = await branched(await open());
    const before = await read(client, threadId);
    const [question, answer] = before.messages.slice(-2);
    await client.run(threadId, { input: ask("other"), checkpoint_id: question?.parent_checkpoint_id });
    const edited = await read(client, threadId);
    expect(texts(edited)).toEqual([...texts(before).slice(0, 6), "other", expect.stringMatching(/to other$/)]);
    const place = edited.messages[6];
    expect(place?.parent_checkpoint_id).toBe(question?.parent_checkpoint_id);
    expect(place?.siblings).toEqual([
      { checkpoint_id: question?.checkpoint_id, head_checkpoint_id: before.checkpoint_id },
      { checkpoint_id: place?.checkpoint_id, head_checkpoint_id: edited.checkpoint_id },
    ]);
    expect(edited.messages[5]?.siblings).toHaveLength(1);

    await client.run(threadId, { checkpoint_id: answer?.parent_checkpoint_id });
    const again = await read(client, threadId);
    expect(texts(again).slice(0, 7)).toEqual(texts(before).slice(0, 7));
    expect(texts(again)[7]).not.toBe(texts(before)[7]);
    expect(again.messages[7]?.siblings.map(({ head_checkpoint_id }) => head_checkpoint_id)).toEqual([
      before.checkpoint_id,
      again.checkpoint_id,
    ]);

    const back = await read(client, threadId, `?checkpoint=${place?.siblings[1]?.head_checkpoint_id}`);
    expect(texts(back)).toEqual(texts(edited));
  });

  test("of the first turn can be edited too", async () => {
    const { client, threadId } = await branched(await open());
    const before = await read(client, threadId);
    await client.run(threadId, { input: ask("first"), checkpoint_id: before.messages[0]?.parent_checkpoint_id });
    const edited = await read(client, threadId);
    expect(texts(edited)).toEqual(["first", expect.stringMatching(/to first$/)]);
    expect(edited.messages[0]?.siblings.map(({ head_checkpoint_id }) => head_checkpoint_id)).toEqual([
      before.checkpoint_id,
      edited.checkpoint_id,
    ]);
  });

  test("are found by their text, whatever its case, in pages", async () => {
    const { client, threadId } = await branched(await open());
    const found = await read(client, threadId, "?q=%20TO%20&limit=1");
    expect([found.total, found.messages.length]).toEqual([3, 1]);
    expect(found.messages[0]?.position).toBe(7);
    const next = await read(client, threadId, `?q=TO&limit=1&before=${found.next_before}`);
    expect(next.messages[0]?.position).toBe(5);
    expect((await read(client, threadId, "?q=nothing%20like%20it")).total).toBe(0);
  });

  test("of an empty thread are an empty page", async () => {
    const { client } = await createFixture(() => [], { storage: await open() });
    expect(await read(client, await client.newThread())).toMatchObject({ checkpoint_id: null, messages: [], total: 0 });
  });

  test.each([
    ["?checkpoint=1f000000-0000-6000-8000-000000000000", 404, "checkpoint"],
    ["?before=nobody", 404, "before"],
    ["?limit=0", 400, "limit"],
    ["?limit=201", 400, "limit"],
    [`?q=${"x".repeat(201)}`, 400, "q"],
  ])("refuse %s", async (query, status, field) => {
    const { client } = await createFixture(() => ["hi"], { storage: await open() });
    const threadId = await client.newThread();
    await client.run(threadId, { input: ask("one") });
    expect(await client.call("GET", `/threads/${threadId}/messages${query}`)).toMatchObject({
      status,
      body: { field },
    });
  });

  test("of a thread that is not there are a 404", async () => {
    const { client } = await createFixture(() => [], { storage: await open() });
    expect((await client.call("GET", "/threads/nobody/messages")).status).toBe(404);
  });
});
