import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPart, loadAllParts } from "./part";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Opens after so many failures; `opened` counts. */
function file(failures: number) {
  let opened = 0;
  const part = createPart(async () => {
    opened += 1;
    if (opened <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { name: "tools" };
  });
  return { part, opened: () => opened };
}

it("is loaded once, and is there at once from then on", async () => {
  const { part, opened } = file(0);
  expect(part.now()).toBeUndefined();
  const [first, second] = await Promise.all([part.load(), part.load()]);
  expect(first).toBe(second);
  expect(part.now()).toBe(first);
  await part.load();
  expect(opened()).toBe(1);
});

it("is asked for three times before it is said to be missing, in words that help", async () => {
  const { part, opened } = file(3);
  const failed = expect(part.load()).rejects.toMatchObject({
    code: "connection_lost",
    message: expect.stringContaining("reload the page"),
  });
  await vi.runAllTimersAsync();
  await failed;
  expect(opened()).toBe(3);
  expect(await part.load()).toEqual({ name: "tools" });
});

it("waits out a short interruption by itself", async () => {
  const { part } = file(2);
  const loading = part.load();
  await vi.runAllTimersAsync();
  expect(await loading).toEqual({ name: "tools" });
});

it("can be loaded before it is needed, with all others, and one that is missing keeps none back", async () => {
  const missing = file(Number.POSITIVE_INFINITY);
  const { part } = file(0);
  const loading = loadAllParts();
  await vi.runAllTimersAsync();
  await loading;
  expect(part.now()).toEqual({ name: "tools" });
  expect(missing.part.now()).toBeUndefined();
});
