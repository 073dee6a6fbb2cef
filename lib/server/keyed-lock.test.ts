import { expect, test } from "vitest";
import { createKeyedLock } from "./keyed-lock";

test("work on one key runs one after another in order, other keys do not wait, and a failure frees the lock", async () => {
  const lock = createKeyedLock();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock("a", async () => {
    await gate.promise;
    order.push("a1");
    throw new Error("a1 failed");
  });
  const second = lock("a", async () => order.push("a2"));
  const third = lock("a", async () => order.push("a3"));
  await lock("b", async () => order.push("b1"));
  expect(order).toEqual(["b1"]);
  gate.resolve();
  await expect(first).rejects.toThrow("a1 failed");
  await Promise.all([second, third]);
  expect(order).toEqual(["b1", "a1", "a2", "a3"]);
});
