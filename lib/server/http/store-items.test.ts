import { expect, test } from "vitest";
import { createMemoryStorage } from "../persistence/memory/memory-storage";
import { createFixture } from "../test-support/fixture";

test("an item that is not there is deleted without a pass over the files, which is everybody's time", async () => {
  let passes = 0;
  const scrub = async () => {
    passes += 1;
    return true;
  };
  const { client } = await createFixture(() => ["hi"], { storage: { ...createMemoryStorage(), scrub } });
  const item = { namespace: ["facts"], key: "k" };
  const statusOfDelete = async () => (await client.call("DELETE", "/store/items", item)).status;
  expect([await statusOfDelete(), passes]).toEqual([204, 0]);
  await client.call("PUT", "/store/items", { ...item, value: { fact: "words" } });
  expect([await statusOfDelete(), passes]).toEqual([204, 1]);
  expect([await statusOfDelete(), passes]).toEqual([204, 1]);
});
