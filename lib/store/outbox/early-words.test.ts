// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBrowser } from "../test-support/browser";
import { createWorld } from "../test-support/session";
import { EMPTY_OUTBOX } from "./outbox";

let browser: ReturnType<typeof createBrowser>;
let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  sessionStorage.clear();
  browser = createBrowser();
  world = createWorld(() => {});
});
afterEach(() => {
  browser.close();
  world.close();
});

/** The page of one tab, again and again. */
const load = () => browser.openTab(sessionStorage);
const at = () => ({ writtenAtMs: performance.timeOrigin + performance.now(), isWhole: false });
const words = (text: string, ...sent: string[]) => ({
  ...EMPTY_OUTBOX,
  draft: draft(text),
  unsent: sent.map((id) => ({ id, text: `text of ${id}` })),
});
const isKept = () => expect.poll(() => Object.values(sessionStorage).join("")).not.toContain("writtenAtMs");
const draft = (text: string) => ({ text, attachments: [] });

it("gives a page that is loaded again what was typed and sent before the engine was there, and sends it once, into the same thread", async () => {
  const { early } = load();
  early.write(undefined, words("half a w", "m1"), at());
  const { outboxStore } = load();
  const tab = world.openTab({ outboxStore });
  await tab.session.open(undefined);
  await tab.until(() => world.server.started.length === 1);
  expect(tab.state().threadId).toBe(early.takeNewThreadId());
  expect(tab.state().draft.text).toBe("half a w");
  await isKept();
});

it("goes into the thread that the page before had begun, where its engine came after all", async () => {
  const first = load();
  first.early.write(undefined, words("", "m1"), at());
  const [, [{ content }]] = JSON.parse(sessionStorage.getItem("toolweave:early:t") ?? "")[0];
  const before = world.openTab({ outboxStore: first.outboxStore });
  await before.session.open(undefined);
  void before.session.submit("Hi", undefined, "m1");
  await before.until(() => world.server.started.length === 1);
  expect(before.state().threadId).toBe(content.newThreadId);
  await before.until(() => before.state().status === "idle");
  await before.session.open(undefined);
  void before.session.submit("Hi again");
  await before.until(() => world.server.started.length === 2);
  expect(before.state().threadId).not.toBe(content.newThreadId);
});

it("what the page kept later, with its engine, is newer", async () => {
  const { early, outboxStore, close } = load();
  const left = () => sessionStorage.getItem("toolweave:early:t") ?? "";
  early.write(undefined, words("half", "m1"), at());
  early.write("t1", words("quarter"), at());
  const before = left();
  outboxStore.write(undefined, words("half a word"));
  outboxStore.write("t1", words("quarter of a word"));
  await isKept();
  sessionStorage.setItem("toolweave:early:t", before); // as if the page had gone before it could clear it
  close();
  const tab = world.openTab({ outboxStore: load().outboxStore });
  await tab.session.open(undefined);
  await expect.poll(() => tab.state().draft.text).toBe("half a word");
  await world.server.createThread({ threadId: "t1" });
  await tab.session.open("t1");
  await expect.poll(() => tab.state().draft.text).toBe("quarter of a word");
  expect(world.server.started).toHaveLength(0);
});

it("has what was typed and what was taken back while the shelf was still being written", async () => {
  const { thread_id: threadId } = await world.server.createThread({});
  const first = load();
  const page = world.openTab({ threadId, outboxStore: first.outboxStore });
  await page.session.open(threadId);
  page.session.setDraft("a word");
  await isKept();
  page.session.setDraft("");
  page.session.setDraft("another");
  first.close(); // before anything reaches the shelf
  const tab = world.openTab({ threadId, outboxStore: load().outboxStore });
  await tab.session.open(threadId);
  await expect.poll(() => tab.state().draft.text).toBe("another");
});

it("stands behind what was kept for the thread before", async () => {
  const { thread_id: threadId } = await world.server.createThread({});
  const { outboxStore } = load();
  outboxStore.write(threadId, words("older"));
  await isKept();
  load().early.write(threadId, words("newer"), at());
  load().early.write(threadId, words("newest"), at()); // neither page had its engine
  const tab = world.openTab({ threadId, outboxStore: load().outboxStore });
  await tab.session.open(threadId);
  await expect.poll(() => tab.state().draft.text).toBe("older\n\nnewer\n\nnewest");
});

it("goes on in its own tab, after two pages without an engine, and not with what another tab left later", async () => {
  load().early.write(undefined, words("half", "m1"), at());
  load().early.write(undefined, words("and more"), at());
  const other = browser.openTab();
  other.outboxStore.write(undefined, words("elsewhere"));
  await expect.poll(() => browser.shelf.recordsOf(JSON.stringify(["t", null]))).toHaveLength(1);
  other.close();
  const tab = world.openTab({ outboxStore: load().outboxStore });
  await tab.session.open(undefined);
  await tab.until(() => world.server.started.length === 1);
  expect(tab.state().draft.text).toBe("half\n\nand more");
});

it.each(["{", "7", '[["p",7]]', '[["p",[null,{"key":1}]]]'])("what is no record is nothing: %s", async (written) => {
  sessionStorage.setItem("toolweave:early:t", written);
  load().early.write(undefined, words("kept"), at());
  const shown = world.openTab({ outboxStore: load().outboxStore });
  await shown.session.open(undefined);
  await expect.poll(() => shown.state().draft.text).toBe("kept");
});

it("is not taken by another session of the same page, which shares the tab's storage", async () => {
  const living = new Set<string>();
  const { outboxStore } = browser.openTab(sessionStorage, living);
  browser.openTab(sessionStorage, living).early.write(undefined, words("theirs", "m1"), at());
  const tab = world.openTab({ outboxStore });
  await tab.session.open(undefined);
  tab.session.setDraft("mine");
  const records = () => browser.shelf.recordsOf(JSON.stringify(["t", null]));
  await expect.poll(async () => (await records()).map((record) => record.draft.text)).toEqual(["mine"]);
  expect([tab.texts(), world.server.started.length]).toEqual([[], 0]);
  expect(sessionStorage.getItem("toolweave:early:t")).toContain("theirs");
});
