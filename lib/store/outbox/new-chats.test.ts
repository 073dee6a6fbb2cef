import { afterEach, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { MemoryTransport, Transport } from "@/lib/transport";
import { createBrowser } from "../test-support/browser";
import { createWorld } from "../test-support/session";
import type { OutboxRecord } from "./outbox-shelf";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const NEW_THREAD = JSON.stringify(["t", null]);

function stage() {
  const world = createWorld((run) =>
    run.addMessages("model", [{ type: "ai", id: `ai-${run.runId}`, content: "answer" }]),
  );
  const browser = createBrowser();
  opened.push(world, browser);
  const { server } = world;
  return {
    ...world,
    browser,
    /** What the threads of the server hold of the person's words, thread by thread. */
    said: () => [...server.threads.values()].map((thread) => humanTexts(thread.state().values)).toSorted(),
    kept: async () => JSON.stringify(await browser.shelf.recordsOf(NEW_THREAD)),
  };
}

function humanTexts(values: unknown): string[] {
  const { messages } = values as { messages: { type: string; content: string }[] };
  return messages.filter(({ type }) => type === "human").map(({ content }) => content);
}

/** A network on which threads are created when the test lets them, or not at all. */
function slowNetwork() {
  const creations: PromiseWithResolvers<void>[] = [];
  return {
    creations,
    /** Until so many threads were asked for. */
    asked: (count: number) => expect.poll(() => creations.length).toBe(count),
    wrap: (server: MemoryTransport): Transport => ({
      ...server,
      createThread: async (init) => {
        const creation = Promise.withResolvers<void>();
        creations.push(creation);
        await creation.promise;
        return await server.createThread(init);
      },
    }),
  };
}

const lost = () => new ToolweaveError("connection_lost", "The server could not be reached.");

it("new chats in a row, each still on its way, are all sent after a reload, each into a thread of its own", async () => {
  const { openTab, browser, said, kept } = stage();
  const page = browser.openTab();
  const network = slowNetwork();
  const before = openTab({ outboxStore: page.outboxStore, wrap: network.wrap });
  for (const [place, text] of ["one", "two", "three"].entries()) {
    await before.session.submit(text);
    await network.asked(place + 1);
    await before.session.open(undefined);
  }
  before.session.setDraft("four");
  for (const text of ["one", "two", "three", "four"]) await expect.poll(kept).toContain(`"${text}"`);
  before.session.dispose();
  page.close();

  const after = openTab({ outboxStore: browser.openTab().outboxStore });
  await after.until(({ draft }) => draft.text === "four");
  await expect.poll(said).toEqual([["one"], ["three"], ["two"]]);
  await expect.poll(kept).not.toContain("one");
  expect(await kept()).toContain("four");
  expect(after.texts()).toEqual([]);
});

it("new chats that another page left are all kept while they are taken up, whenever the browser is closed", async () => {
  const { openTab, browser, kept } = stage();
  const page = browser.openTab();
  const network = slowNetwork();
  const before = openTab({ outboxStore: page.outboxStore, wrap: network.wrap });
  for (const [place, text] of ["one", "two"].entries()) {
    await before.session.submit(text);
    await network.asked(place + 1);
    await before.session.open(undefined);
  }
  await before.session.submit("three");
  for (const text of ["one", "two", "three"]) await expect.poll(kept).toContain(`"${text}"`);
  before.session.dispose();
  page.close();

  const { put } = browser.shelf;
  const written: string[] = [];
  Object.assign(browser.shelf, {
    put: async (record: OutboxRecord) => {
      if (record.thread === NEW_THREAD) written.push(JSON.stringify(record));
      await put(record);
    },
  });
  const again = slowNetwork();
  openTab({ outboxStore: browser.openTab().outboxStore, wrap: again.wrap });
  await again.asked(3);
  await expect.poll(() => written.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 50)); // whatever else is written
  const partial = written.filter((record) => !["one", "two", "three"].every((text) => record.includes(`"${text}"`)));
  expect(partial).toEqual([]);
});

it("a chat whose thread comes late is in that thread, and the next one stays where it is", async () => {
  const { openTab, browser, said, kept } = stage();
  const page = browser.openTab();
  const network = slowNetwork();
  const before = openTab({ outboxStore: page.outboxStore, wrap: network.wrap });
  await before.session.submit("one");
  await network.asked(1);
  await before.session.open(undefined);
  before.session.setDraft("two");
  network.creations[0]?.resolve();
  await expect.poll(said).toEqual([["one"]]);
  expect(before.state()).toMatchObject({ threadId: undefined, draft: { text: "two" } });
  await expect.poll(kept).not.toContain("one");
  await expect.poll(kept).toContain("two");
  before.session.dispose();
  page.close();

  const after = openTab({ outboxStore: browser.openTab().outboxStore });
  await after.until(({ draft }) => draft.text === "two");
  await after.session.submit("two");
  await after.untilStatus("idle");
  expect(said()).toEqual([["one"], ["two"]]);
});

it("what a chat had in its composer when it was left is there in its thread, also after a reload", async () => {
  const { openTab, browser, server, said, kept } = stage();
  const page = browser.openTab();
  const network = slowNetwork();
  const before = openTab({ outboxStore: page.outboxStore, wrap: network.wrap });
  await before.session.submit("one");
  await network.asked(1);
  before.session.setDraft("and then");
  await before.session.open(undefined);
  await expect.poll(kept).toContain("one");
  before.session.dispose();
  page.close();

  const after = openTab({ outboxStore: browser.openTab().outboxStore });
  await expect.poll(said).toEqual([["one"]]);
  expect(after.state().draft.text).toBe("");
  await after.session.open([...server.threads.keys()][0]);
  await after.until(({ draft }) => draft.text === "and then");
});

it("a chat that could not be begun comes back into the new one, beside what is written there", async () => {
  const { openTab, browser, said, kept } = stage();
  const network = slowNetwork();
  const facts = { isOffline: false };
  const wakes = new Set<() => void>();
  const tab = openTab({
    outboxStore: browser.openTab().outboxStore,
    isOffline: () => facts.isOffline,
    wake: (listener) => {
      wakes.add(listener);
      return () => void wakes.delete(listener);
    },
    wrap: network.wrap,
  });
  await tab.session.submit("one");
  await network.asked(1);
  tab.session.setDraft("left of one");
  await tab.session.open(undefined);
  tab.session.setDraft("two");
  facts.isOffline = true;
  network.creations[0]?.reject(lost());
  await network.asked(2);
  network.creations[1]?.reject(lost());
  await tab.until((state) => state.isWaitingForNetwork);
  expect(tab.texts()).toEqual(["human: one"]);
  expect(tab.state().draft.text).toBe("left of one\n\ntwo");
  await expect.poll(kept).toContain('"left of one\\n\\ntwo"');
  facts.isOffline = false;
  for (const wake of [...wakes]) wake();
  await network.asked(3);
  network.creations[2]?.resolve();
  await tab.until((state) => state.messageIds.length === 2 && state.status === "idle");
  expect(said()).toEqual([["one"]]);
});

it("a chat that could not be begun is sent once another one gets through", async () => {
  const { openTab, browser, said, kept } = stage();
  const network = slowNetwork();
  const tab = openTab({ outboxStore: browser.openTab().outboxStore, wrap: network.wrap });
  await tab.session.submit("one");
  await network.asked(1);
  await tab.session.open(undefined);
  await tab.session.submit("two");
  await network.asked(2);
  network.creations[0]?.reject(lost());
  await expect.poll(kept).toContain("one");
  network.creations[1]?.resolve();
  await network.asked(3);
  network.creations[2]?.resolve();
  await expect.poll(said).toEqual([["one"], ["two"]]);
  expect(tab.texts()).toEqual(["human: two", "ai: answer"]);
  await expect.poll(kept).toBe("[]");
});

it("while another thread is shown, chats that could not be begun wait for the next new one together", async () => {
  const { openTab, browser, server } = stage();
  const network = slowNetwork();
  const { thread_id: threadId } = await server.createThread({});
  const tab = openTab({ outboxStore: browser.openTab().outboxStore, wrap: network.wrap });
  await tab.session.submit("one");
  await network.asked(1);
  await tab.session.open(undefined);
  await tab.session.submit("two");
  await network.asked(2);
  await tab.session.open(threadId);
  network.creations[1]?.reject(lost());
  network.creations[0]?.reject(lost());
  await tab.untilStatus("idle");
  await tab.session.open(undefined);
  await expect.poll(() => tab.texts().toSorted()).toEqual(["human: one", "human: two"]);
});
