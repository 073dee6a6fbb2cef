import { describe, expect, it } from "vitest";
import { createWebLocks } from "./tab-locks";

// Node's own Web Locks stand for the browser's: the same interface, shared by all requests of a process.
describe.skipIf(globalThis.navigator?.locks === undefined)("Web Locks", () => {
  it("are taken by one, and say who lives", async () => {
    const locks = createWebLocks();
    const release = await locks.take("a");
    expect(release).toBeDefined();
    await expect(locks.take("a")).resolves.toBeUndefined();
    await expect(locks.isTaken("a")).resolves.toBe(true);
    release?.();
    await expect.poll(() => locks.isTaken("a")).toBe(false);
    (await locks.take("a"))?.();
  });

  it("tell when they are free, without keeping the lock", async () => {
    const locks = createWebLocks();
    const release = await locks.take("b");
    let isFree = false;
    const waiting = locks.whenFree("b", new AbortController().signal).then(() => {
      isFree = true;
    });
    await locks.isTaken("b");
    expect(isFree).toBe(false);
    release?.();
    await waiting;
    await expect.poll(() => locks.isTaken("b")).toBe(false);
  });

  it("stop waiting when told to", async () => {
    const locks = createWebLocks();
    const release = await locks.take("c");
    const leave = new AbortController();
    const waiting = locks.whenFree("c", leave.signal);
    leave.abort();
    await expect(waiting).resolves.toBeUndefined();
    release?.();
  });
});

describe("without Web Locks", () => {
  it("every lock is free to take, and nothing is known of others", async () => {
    const locks = createWebLocks(null);
    await expect(locks.take("a")).resolves.toBeDefined();
    await expect(locks.take("a")).resolves.toBeDefined();
    await expect(locks.isTaken("a")).resolves.toBeUndefined();
  });
});
