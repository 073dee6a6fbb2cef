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
  await expect(attachments.bind("ben", "t", [id])).rejects.toMatchObject(gone);
  expect((await attachments.get("ann", id)).threadIds).toEqual([]);
});

test("everything of a user is listed and deleted at once, and nothing of another's", async () => {
  const { attachments, upload } = open();
  const [first, foreign, sent] = [await upload("ann"), await upload("ben"), await upload("ann")];
  await attachments.bind("ann", "t", [sent]);
  expect((await attachments.listOf("ann")).map(({ id }) => id).sort()).toEqual([first, sent].sort());
  await attachments.deleteOf("ann");
  expect(await attachments.listOf("ann")).toEqual([]);
  expect((await attachments.listOf("ben")).map(({ id }) => id)).toEqual([foreign]);
});

test("of two threads that name a file at once, one gets it", async () => {
  const { attachments, upload } = open();
  const id = await upload("ann");
  const tried = await Promise.allSettled(["t1", "t2"].map((thread) => attachments.bind("ann", thread, [id])));
  expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await attachments.get("ann", id)).threadIds).toHaveLength(1);
});

test("a limit that is no number stops the start with the name of its variable", () => {
  expect(() => readAttachmentRules({}, { TOOLWEAVE_ATTACHMENT_MAX_MB: "lots" })).toThrow(/TOOLWEAVE_ATTACHMENT_MAX_MB/);
  expect(readAttachmentRules({}, { TOOLWEAVE_ATTACHMENT_MAX_MB: "1.5" }).maxBytes).toBe(1.5 * 1024 * 1024);
});
