import { expect, test } from "vitest";
import { newFolder, openSqlite } from "../test-support/storages";
import { limitItems } from "./limit-items";

test("another item costs the same beside 9,000 as beside 100", async () => {
  const storage = await openSqlite(await newFolder());
  const items = limitItems(storage, 10_000)("ada");
  const add = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) await items.put(["notes"], `note ${number}`, { number });
  };
  /** The shortest of some, so that nothing else the machine does counts. */
  const msFor = async (from: number) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAtMs = performance.now();
      await add(from + round * 20, from + (round + 1) * 20);
      times.push(performance.now() - startedAtMs);
    }
    return Math.min(...times);
  };
  await add(0, 100);
  const fewMs = await msFor(100);
  await storage
    .itemsOf("ada")
    .batch(
      Array.from({ length: 9_000 }, (_, number) => ({ namespace: ["more"], key: `${number}`, value: { number } })),
    );
  const manyMs = await msFor(200);
  console.info(`20 more items: ${fewMs.toFixed(1)} ms beside 100, ${manyMs.toFixed(1)} ms beside 9,000`);
  expect(manyMs).toBeLessThan(fewMs * 4);
  await storage.itemsOf("ada").batch([{ namespace: ["last"], key: "k", value: {} }]);
  await add(300, 300 + 10_000 - 9_301);
  expect(await storage.countItemsOf("ada")).toBe(10_000);
  await expect(items.put(["notes"], "one too many", {})).rejects.toMatchObject({ code: "limit_reached" });
});
