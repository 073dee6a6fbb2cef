import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AttachmentOptions } from "../../attachments";
import { createHandlers } from "../../create-handlers";
import { TESTER } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { pngOf } from "../../test-support/sample-files";

const text = (value: string) => new TextEncoder().encode(value);

async function open(options: Parameters<typeof createFixture>[1] = {}) {
  const fixture = await createFixture(() => ["Seen."], options);
  const upload = async (body: Uint8Array, name = "a.txt", handlers = fixture.handlers): Promise<string> => {
    const request = new Request("http://localhost/api/attachments", {
      method: "POST",
      body: new Uint8Array(body),
      headers: { ...TESTER, "content-disposition": `attachment; filename="${name}"` },
    });
    return (await (await handlers.fetch(request)).json()).id;
  };
  const say = (threadId: string, ids: readonly string[], extra: Record<string, unknown> = {}) =>
    fixture.client.startStream(threadId, { input: { messages: [messageWith(ids)] }, ...extra });
  const kept = () => readdir(join(fixture.dataDir, "attachments")).catch(() => []);
  const done = async (response: Response) => {
    expect(response.status, await response.clone().text()).toBe(200);
    await response.text();
  };
  return { ...fixture, upload, say, kept, done };
}

function messageWith(ids: readonly string[], said: Record<string, unknown> = {}) {
  const blocks = ids.map((id) => ({ type: "file", url: `/attachments/${id}`, ...said }));
  return { type: "human", id: crypto.randomUUID(), content: [{ type: "text", text: "Look" }, ...blocks] };
}

describe("a message that names a file", () => {
  test("keeps what the server knows of it, and the model is given its text", async () => {
    const { client, upload, say, done, model } = await open();
    const [threadId, id] = [await client.newThread(), await upload(text("a,b\n1,2\n"), "data.csv")];
    const lie = { mime_type: "text/html", base64: "AAAA", metadata: { name: "<script>", size: 1 } };
    const input = { messages: [messageWith([id], lie)] };
    await done(await client.startStream(threadId, { input }));
    const { body } = await client.call("GET", `/threads/${threadId}/state`);
    expect(body.values.messages[0].content[1]).toEqual({
      type: "text-plain",
      url: `/attachments/${id}`,
      mime_type: "text/plain",
      metadata: { attachment_id: id, name: "data.csv", kind: "text", size: 8, has_thumbnail: false },
    });
    expect(model.asked[0]?.at(-1)?.content).toEqual([
      { type: "text", text: "Look" },
      { type: "text", text: "Attached file data.csv:\n\na,b\n1,2\n" },
    ]);
    await say(threadId, [id]).then(done); // it is the thread's own: named again, it is there
  });

  test("of another thread, or that is not there, is refused and starts nothing", async () => {
    const { client, upload, say, done } = await open();
    const [one, two, id] = [await client.newThread(), await client.newThread(), await upload(text("x"))];
    await done(await say(one, [id]));
    const elsewhere = await say(two, [id]);
    expect(elsewhere.status).toBe(404);
    expect((await elsewhere.json()).message).toMatch(/belongs to another thread/);
    expect((await say(two, [crypto.randomUUID()])).status).toBe(404);
    const state = { values: { messages: [messageWith([id])] } };
    expect((await client.call("POST", `/threads/${two}/state`, state)).status).toBe(400); // no graph yet
    await done(await say(two, []));
    expect((await client.call("POST", `/threads/${two}/state`, state)).status).toBe(404);
    const seeded = {
      metadata: { graph_id: "agent" },
      supersteps: [{ updates: [{ values: state.values, as_node: "__start__" }] }],
    };
    expect((await client.call("POST", "/threads", seeded)).status).toBe(404);
    const command = { command: { update: { messages: [messageWith([id])] } }, input: null };
    expect((await client.startStream(two, command)).status).toBe(404);
    expect((await client.call("GET", `/threads/${two}/runs`)).body).toHaveLength(1);
  });

  test("and is refused leaves the file as it was, to be sent again", async () => {
    const { client, upload, say, done, kept } = await open();
    const [one, other, id] = [await client.newThread(), await client.newThread(), await upload(text("x"))];
    await upload(text("y"));
    const input = { messages: [messageWith([id])] };
    for (const [path, body] of [
      ["/runs", { assistant_id: "agent", input, checkpoint_id: crypto.randomUUID() }],
      ["/runs/wait", { assistant_id: "agent", input: { messages: [messageWith([id]), { type: "human" }] } }],
      [`/threads/${one}/runs`, { assistant_id: "agent", input, checkpoint_id: crypto.randomUUID() }],
      ["/threads", { metadata: { graph_id: "agent" }, supersteps: [{ updates: [{ values: input, as_node: "no" }] }] }],
    ] as const) {
      const { status } = await client.call("POST", path, body);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
    expect(await kept()).toHaveLength(2);
    await done(await say(other, [id]));
  });

  test("is refused with more of them than a message may have", async () => {
    const { client, upload, say } = await openWith({ maxPerMessage: 2 });
    const threadId = await client.newThread();
    const ids = await Promise.all([1, 2, 3].map(() => upload(text("x"))));
    const refused = await say(threadId, ids);
    expect([refused.status, (await refused.json()).message]).toEqual([
      400,
      "A message may have 2 attachments at most.",
    ]);
  });

  test("is refused in words where the model cannot take it, and nothing of it is in the thread", async () => {
    const { client, upload, say, model } = await open();
    Object.defineProperty(model, "profile", { value: { imageInputs: false } });
    const [threadId, id] = [await client.newThread(), await upload(await pngOf(2, 2), "a.png")];
    const refused = await say(threadId, [id]);
    expect(refused.status).toBe(422);
    expect((await refused.json()).message).toBe(
      "Images cannot be read by scripted. Send the message without a.png, or choose another model.",
    );
    expect((await client.call("GET", `/threads/${threadId}/state`)).body.values?.messages ?? []).toEqual([]);
    expect(model.asked).toHaveLength(0);
  });

  test("is said by the demo model to be what it is", async () => {
    const demo = await open({ agents: { agent: { title: "A", model: "demo" } } });
    const [threadId, id] = [await demo.client.newThread(), await demo.upload(await pngOf(20, 10), "my_photo.png")];
    await demo.done(await demo.say(threadId, [id]));
    const { body } = await demo.client.call("GET", `/threads/${threadId}/state`);
    expect(body.values.messages[1].content).toMatch(
      /\*\*my\\_photo\.png\*\*: an image of [\d,]+ bytes, 20 × 10 pixels/,
    );
  });
});

describe("a file", () => {
  test("goes with its thread, unless a copy of the thread still has it", async () => {
    const { client, upload, say, done, kept } = await open();
    const [threadId, id] = [await client.newThread(), await upload(text("x"))];
    await done(await say(threadId, [id]));
    const copy = (await client.call("POST", `/threads/${threadId}/copy`)).body.thread_id;
    expect((await client.call("DELETE", `/threads/${threadId}`)).status).toBe(204);
    expect((await client.send("GET", `/attachments/${id}`)).status).toBe(200);
    expect((await client.call("DELETE", `/threads/${copy}`)).status).toBe(204);
    expect((await client.send("GET", `/attachments/${id}`)).status).toBe(404);
    expect(await kept()).toEqual([]);
  });

  test("that was never sent is swept after its time, one that a thread holds is not", async () => {
    const fixture = await openWith({ orphanMs: 60_000 });
    const { client, upload, say, done, kept, dataDir, handlers } = fixture;
    const [threadId, sent, forgotten] = [await client.newThread(), await upload(text("x")), await upload(text("y"))];
    await done(await say(threadId, [sent]));
    await handlers.dispose(0);
    const later = await reopen(dataDir, 60_000);
    expect((await kept()).sort()).toEqual([sent, forgotten].sort());
    await later.dispose(0);
    await (await reopen(dataDir, 0.001)).dispose(0);
    expect(await kept()).toEqual([sent]);
  });
});

function openWith(attachments: AttachmentOptions) {
  return open({ attachmentRules: attachments });
}

async function reopen(dataDir: string, orphanMs: number) {
  const handlers = createHandlers({
    dataDir,
    model: "demo",
    attachments: { orphanMs },
    agents: { agent: { title: "A" } },
  });
  await handlers.start();
  return handlers;
}
