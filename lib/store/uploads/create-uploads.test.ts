import { afterEach, expect, it } from "vitest";
import { createWebLocks } from "@/lib/headless";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { type AttachmentTransport, createHttpTransport } from "@/lib/transport";
import { createBrowser } from "../test-support/browser";
import { createWorld } from "../test-support/session";
import { createUploads } from "./create-uploads";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0).toReversed()) one.close();
});

/** Tabs of one browser on one thread of a real server; an upload is let through by the test. */
async function setUp() {
  const { handlers, client } = await createFixture(() => ["x"]);
  const server = await serve(handlers);
  const transport = createHttpTransport({ apiUrl: `${server.url}/api`, headers: TESTER });
  const { attachments } = transport;
  if (attachments === undefined) throw new Error("this server takes files");
  const world = createWorld(() => {});
  const browser = createBrowser();
  opened.push({ close: () => void server.close() }, world, browser);
  const threadId = await client.newThread();
  const sent: { tab: string; gate: PromiseWithResolvers<void> }[] = [];
  const openTab = async (tab: string) => {
    const { tabs, outboxStore } = browser.openTab();
    const { session, state, untilStatus } = world.openTab({ threadId, wrap: () => transport, tabs, outboxStore });
    const counting: AttachmentTransport = {
      ...attachments,
      upload: async (file, options) => {
        const gate = Promise.withResolvers<void>();
        options?.signal?.addEventListener("abort", () => gate.reject(options.signal?.reason));
        sent.push({ tab, gate });
        await gate.promise;
        return await attachments.upload(file, options);
      },
    };
    await untilStatus("idle");
    const uploads = createUploads({
      session,
      transport: counting,
      isOffline: () => false,
      wake: () => () => {},
      locks: createWebLocks(navigator.locks),
    });
    opened.push({ close: uploads.dispose });
    return { session, state, uploads, file: () => state().draft.attachments[0] };
  };
  return { openTab, sent };
}

const note = () => ({ id: crypto.randomUUID(), name: "note.txt", blob: new Blob(["hello"], { type: "text/plain" }) });

it("a file that several tabs show is sent by one of them, and all have what the server made of it", async () => {
  const { openTab, sent } = await setUp();
  const tabs = [await openTab("first"), await openTab("second"), await openTab("third")];
  tabs[0]?.session.setDraft("see", [note()]);
  for (const { file } of tabs) await expect.poll(() => file()?.name).toBe("note.txt");
  for (const { uploads } of tabs) await expect.poll(() => uploads.store.getState().size).toBe(1);
  sent[0]?.gate.resolve();
  for (const { file } of tabs) await expect.poll(() => file()?.uploaded?.size).toBe(5);
  for (const { uploads } of tabs) await expect.poll(() => uploads.store.getState().size).toBe(0);
  expect(sent.map(({ tab }) => tab)).toEqual(["first"]);
  const ids = new Set(tabs.map(({ file }) => file()?.uploaded?.id));
  expect(ids.size).toBe(1);
});

it("a file whose tab closes before it was sent is sent by another one", async () => {
  const { openTab, sent } = await setUp();
  const [first, second] = [await openTab("first"), await openTab("second")];
  first.session.setDraft("see", [note()]);
  await expect.poll(() => second.uploads.store.getState().size).toBe(1);
  expect(sent).toHaveLength(1);
  first.uploads.dispose();
  await expect.poll(() => sent.map(({ tab }) => tab)).toEqual(["first", "second"]);
  sent[1]?.gate.resolve();
  await expect.poll(() => second.file()?.uploaded?.size).toBe(5);
});

it("a file that is taken out and put back while it is sent is sent again", async () => {
  const { openTab, sent } = await setUp();
  const tab = await openTab("first");
  const file = note();
  tab.session.setDraft("see", [file]);
  await expect.poll(() => sent.length).toBe(1);
  tab.session.setDraft("see", []);
  tab.session.setDraft("see", [file]);
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.gate.resolve();
  await expect.poll(() => tab.file()?.uploaded?.size).toBe(5);
});
