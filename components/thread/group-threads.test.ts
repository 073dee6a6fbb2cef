import { describe, expect, it } from "vitest";
import type { ThreadEntry } from "@/hooks";
import { groupThreads, timeStyle } from "./group-threads";

const now = new Date(2026, 2, 18, 10, 0);

function thread(threadId: string, status: ThreadEntry["status"], updatedAt: Date): ThreadEntry {
  return { threadId, title: threadId, status, updatedAt: updatedAt.toISOString() };
}

describe("groupThreads", () => {
  it("puts what runs or waits first, whenever it was touched, then today, then the rest, each in the given order", () => {
    const groups = groupThreads(
      [
        thread("today", "idle", new Date(2026, 2, 18, 0, 0)),
        thread("waits", "interrupted", new Date(2025, 0, 1)),
        thread("failed", "error", new Date(2026, 2, 18, 9, 0)),
        thread("yesterday", "idle", new Date(2026, 2, 17, 23, 59)),
        thread("runs", "busy", now),
      ],
      now,
    );
    expect(groups.now.map((entry) => entry.threadId)).toEqual(["waits", "runs"]);
    expect(groups.today.map((entry) => entry.threadId)).toEqual(["today", "failed"]);
    expect(groups.earlier.map((entry) => entry.threadId)).toEqual(["yesterday"]);
  });
});

describe("timeStyle", () => {
  it.each([
    ["clock", new Date(2026, 2, 18, 0, 1)],
    ["weekday", new Date(2026, 2, 17, 23, 59)],
    ["weekday", new Date(2026, 2, 12, 12, 0)],
    ["date", new Date(2026, 2, 11, 12, 0)],
    ["date", new Date(2026, 2, 19, 12, 0)],
  ])("is a %s for %s", (style, time) => {
    expect(timeStyle(time, now)).toBe(style);
  });
});
