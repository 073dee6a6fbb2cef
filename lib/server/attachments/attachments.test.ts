import { expect, test } from "vitest";
import { createAttachments } from "./attachments";
import { readAttachmentRules } from "./limits";
import { createMemoryAttachments } from "./store/memory-store";

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("hello");
}

function open() {
  const attachments = createAttachments(createMemoryAttachments(), readAttachmentRules());
  const upload = async (userId: string) => (await attachments.upload({ userId, name: "a.txt", bytes: bytes() })).id;
  return { attachments, upload };
}

const gone = { code: "not_found" };

test("a file of another user is not there: not to read, not to delete, not to put into a message", async () => {
  const { attachments, upload } = open();
  const id = await upload("ann");
  await expect(attachments.get("ben", id)).rejects.toMatchObject(gone);
  await expect(attachments.read("ben", id, "file")).rejects.toMatchObject(gone);
  await expect(attachments.delete("ben", id)).rejects.toMatchObject(gone);
  const binding = { userId: "ben", threadId: "t", ids: [id] };
  await expect(attachments.bindFiles(binding, async () => "said")).rejects.toMatchObject(gone);
  expect((await attachments.get("ann", id)).threadIds).toEqual([]);
});

test("everything of a user is listed and deleted at once, and nothing of another's", async () => {
  const { attachments, upload } = open();
  const [first, foreign, sent] = [await upload("ann"), await upload("ben"), await upload("ann")];
  await attachments.bindFiles({ userId: "ann", threadId: "t", ids: [sent] }, async () => undefined);
  expect((await attachments.listOf("ann")).map(({ id }) => id).sort()).toEqual([first, sent].sort());
  await attachments.deleteOf("ann");
  expect(await attachments.listOf("ann")).toEqual([]);
  expect((await attachments.listOf("ben")).map(({ id }) => id)).toEqual([foreign]);
});

test("of two threads that name a file at once, one gets it", async () => {
  const { attachments, upload } = open();
  const id = await upload("ann");
  const say = (threadId: string) =>
    attachments.bindFiles({ userId: "ann", threadId, ids: [id] }, async () => undefined);
  const tried = await Promise.allSettled(["t1", "t2"].map((threadId) => say(threadId)));
  expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await attachments.get("ann", id)).threadIds).toHaveLength(1);
});

test("a file whose message is refused can be sent again, and one that was sent before stays", async () => {
  const { attachments, upload } = open();
  const [id, sent] = [await upload("ann"), await upload("ann")];
  const binding = { userId: "ann", threadId: "t1", ids: [sent, id] };
  await attachments.bindFiles({ ...binding, ids: [sent] }, async () => undefined);
  const refused = attachments.bindFiles(binding, async () => {
    expect((await attachments.get("ann", id)).threadIds).toEqual(["t1"]); // whoever reads the message finds it
    throw new Error("busy");
  });
  await expect(refused).rejects.toThrow("busy");
  expect((await attachments.get("ann", id)).threadIds).toEqual([]);
  expect((await attachments.get("ann", sent)).threadIds).toEqual(["t1"]);
  const missing = attachments.bindFiles({ ...binding, ids: [id, crypto.randomUUID()] }, async () => undefined);
  await expect(missing).rejects.toMatchObject(gone);
  await attachments.bindFiles({ ...binding, threadId: "t2", ids: [id] }, async () => undefined);
  expect((await attachments.get("ann", id)).threadIds).toEqual(["t2"]);
});

test.each([
  ["before", ["refused", "taken"]],
  ["after", ["taken", "refused"]],
])(
  "of two messages of a thread that name a file, the one that is refused %s the other takes nothing away",
  async (_, order) => {
    const { attachments, upload } = open();
    const id = await upload("ann");
    const ends = { taken: Promise.withResolvers<void>(), refused: Promise.withResolvers<void>() };
    const say = (end: Promise<void>) => attachments.bindFiles({ userId: "ann", threadId: "t1", ids: [id] }, () => end);
    const all = Promise.allSettled([say(ends.refused.promise), say(ends.taken.promise)]);
    for (const end of order) {
      if (end === "taken") ends.taken.resolve();
      else ends.refused.reject(new Error("busy"));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect((await attachments.get("ann", id)).threadIds).toEqual(["t1"]);
  },
);

test("a limit that is no number stops the start with the name of its variable", () => {
  expect(() => readAttachmentRules({}, { TOOLWEAVE_ATTACHMENT_MAX_MB: "lots" })).toThrow(/TOOLWEAVE_ATTACHMENT_MAX_MB/);
  expect(readAttachmentRules({}, { TOOLWEAVE_ATTACHMENT_MAX_MB: "1.5" }).maxBytes).toBe(1.5 * 1024 * 1024);
});
