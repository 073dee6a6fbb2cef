import { expect, test, vi } from "vitest";
import { feedbackKey } from "@/lib/protocol";
import type { GivenFeedback } from "../../config";
import { createFixture } from "../../test-support/fixture";

const one = feedbackKey("m1");
const two = feedbackKey("m2");

async function thread(onFeedback?: (given: GivenFeedback) => void) {
  const fixture = await createFixture(() => ["hi"], { ...(onFeedback && { onFeedback }) });
  const id = await fixture.client.newThread();
  const patch = (metadata: unknown) => fixture.client.call("PATCH", `/threads/${id}`, { metadata });
  return { ...fixture, id, patch };
}

test("what two tabs say at once of two messages is both kept, beside the title, over a restart", async () => {
  const { patch, id, restart } = await thread();
  await patch({ title: "Sums" });
  await Promise.all([
    patch({ [one]: { rating: "up" } }),
    patch({ [two]: { rating: "down", comment: "It is 36." } }),
    patch({ title: "More sums" }),
  ]);
  const { client } = await restart();
  expect((await client.call("GET", `/threads/${id}`)).body.metadata).toEqual({
    title: "More sums",
    [one]: { rating: "up" },
    [two]: { rating: "down", comment: "It is 36." },
  });
});

test.each([
  [{ [one]: { rating: "sideways" } }, `metadata.${one}.rating`],
  [{ [one]: { rating: "up", comment: "x".repeat(2001) } }, `metadata.${one}.comment`],
  [{ [one]: "up" }, `metadata.${one}`],
])("feedback that is none is a 400 that names the field, and changes nothing", async (metadata, field) => {
  const { patch, id, client } = await thread();
  expect(await patch({ title: "no", ...metadata })).toMatchObject({
    status: 400,
    body: { code: "bad_request", field },
  });
  expect((await client.call("GET", `/threads/${id}`)).body.metadata).toEqual({});
});

test("an id that no message can have is a 400", async () => {
  const { patch } = await thread();
  expect(await patch({ [feedbackKey("m".repeat(201))]: { rating: "up" } })).toMatchObject({ status: 400 });
});

test("the host is told once of what is new, also that it was taken back", async () => {
  const told: GivenFeedback[] = [];
  const { patch, id } = await thread((given) => void told.push(given));
  await patch({ [one]: { rating: "up" } });
  await patch({ [one]: { rating: "up" } });
  await patch({ [one]: { rating: "down", comment: "no" } });
  await patch({ title: "nothing to tell" });
  await patch({ [one]: null });
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told).toMatchObject([
    { threadId: id, messageId: "m1", feedback: { rating: "up" } },
    { threadId: id, messageId: "m1", feedback: { rating: "down", comment: "no" } },
    { threadId: id, messageId: "m1", feedback: undefined },
  ]);
  expect(told[0]?.userId).not.toBe("");
});

test("a host that throws loses nothing: the feedback is kept, and the fault is the server's", async () => {
  const { patch, reported } = await thread(() => {
    throw new Error("the host's own database is away");
  });
  expect(await patch({ [one]: { rating: "up" } })).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(reported).toHaveLength(1));
});
