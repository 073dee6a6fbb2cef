import { describe, expect, it } from "vitest";
import { createBrowserConsents, createBrowserJournal } from "./browser-journal";
import { type JournalEntry, journalKey } from "./journal";

const entry: JournalEntry = {
  key: journalKey("t1", "i1", "k1"),
  threadId: "t1",
  interruptId: "i1",
  callId: "k1",
  holder: "me",
  state: { type: "started" },
  writtenAt: "2026-01-01T00:00:00.000Z",
};
const missing = () => Promise.reject(new Error("no IndexedDB here"));

describe("where the browser keeps nothing", () => {
  it("the journal holds for the life of the page", async () => {
    const journal = createBrowserJournal(missing);
    await journal.write(entry);
    await journal.write({ ...entry, state: { type: "executed", answer: 1, isStopped: false } });
    expect(await journal.entriesOf("t1")).toMatchObject([{ state: { answer: 1 } }]);
    expect(await journal.entriesOf("t2")).toEqual([]);
    await journal.remove([entry.key]);
    expect(await journal.entriesOf("t1")).toEqual([]);
  });

  it("a consent holds for the life of the page, and can be taken back", async () => {
    const consents = createBrowserConsents(missing);
    expect(await consents.has("x")).toBe(false);
    await consents.remember("x");
    expect(await consents.has("x")).toBe(true);
    await consents.revoke("x");
    expect(await consents.has("x")).toBe(false);
  });
});

it("keys tell calls apart whatever their ids contain", () => {
  expect(journalKey("a", "b,c", "d")).not.toBe(journalKey("a", "b", "c,d"));
});
