import { describe, expect, test } from "vitest";
import { ADA, STORAGES } from "../../test-support/storages";

const ALAN = { userId: "alan" };

describe.each(STORAGES)("what belongs to users %s", (_, open) => {
  test("is found and counted for each alone", async () => {
    const { threads } = await open();
    await threads.create("a1", { title: "shared words" }, ADA);
    await threads.create("a2", {}, { ...ADA, isTemporary: true });
    await threads.create("b1", { title: "shared words" }, ALAN);
    expect(await threads.create("a1", {}, ALAN)).toBeUndefined();
    expect([await threads.ownerOf("a1"), await threads.ownerOf("b1"), await threads.ownerOf("c")]).toEqual([
      "ada",
      "alan",
      undefined,
    ]);
    const found = await threads.search({ metadata: { title: "shared words" } }, ALAN.userId);
    expect(found).toMatchObject({ threads: [{ thread_id: "b1" }], total: 1 });
    expect(await threads.count({}, "nobody")).toBe(0);
    expect([await threads.idsOf("ada"), await threads.idsOf("alan"), await threads.idsOf("")]).toEqual([
      ["a1", "a2"],
      ["b1"],
      [],
    ]);
    expect([await threads.hasAtLeast("ada", 2), await threads.hasAtLeast("ada", 3)]).toEqual([true, false]);
  });

  test("stays theirs in a copy, and no answer of a thread names its user", async () => {
    const { threads } = await open();
    const made = await threads.create("t", {}, ADA);
    await threads.copy("t", "copy");
    expect(await threads.ownerOf("copy")).toBe("ada");
    expect(JSON.stringify([made, await threads.get("t"), await threads.get("copy")])).not.toContain('"ada"');
  });

  test("are items of the same place for each, and go for one alone", async () => {
    const storage = await open();
    const [hers, his] = [storage.itemsOf("ada"), storage.itemsOf("alan")];
    await hers.put(["facts"], "k", { of: "ada" });
    await his.put(["facts"], "k", { of: "alan" });
    await his.put(["his", "own"], "k", {});
    expect((await hers.get(["facts"], "k"))?.value).toEqual({ of: "ada" });
    expect((await hers.search(["facts"])).map(({ value }) => value)).toEqual([{ of: "ada" }]);
    expect(await hers.listNamespaces()).toEqual([["facts"]]);
    await hers.delete(["his", "own"], "k");
    await storage.deleteItemsOf("ada");
    await storage.scrub();
    expect(await storage.itemsOf("ada").search([])).toEqual([]);
    expect(await his.search([])).toHaveLength(2);
  });

  test("is no more for work that goes on from before all of it was deleted, and is for everybody else's", async () => {
    const storage = await open();
    const era = await storage.eraOf("ada");
    const [before, his] = [storage.itemsOf("ada", era), storage.itemsOf("alan", await storage.eraOf("alan"))];
    await before.put(["facts"], "k", { of: "ada" });
    await storage.deleteItemsOf("ada");
    const refused = { code: "conflict" };
    await expect(before.put(["facts"], "k", { of: "ada" })).rejects.toMatchObject(refused);
    await expect(before.search(["facts"])).rejects.toMatchObject(refused);
    await expect(storage.itemsOf("ada", era).put(["facts"], "k", {})).rejects.toMatchObject(refused);
    expect(await storage.itemsOf("ada").search([])).toEqual([]);
    await his.put(["facts"], "k", { of: "alan" });
    await storage.itemsOf("ada", await storage.eraOf("ada")).put(["facts"], "k", { of: "ada again" });
    expect(await storage.itemsOf("ada").search([])).toHaveLength(1);
  });

  test("is nobody's from before only where there was a before", async () => {
    const { formerData, threads } = await open();
    await threads.create("t", {}, ADA);
    expect(await formerData.isThere()).toBe(false);
    await formerData.giveTo("alan");
    expect(await threads.ownerOf("t")).toBe("ada");
  });
});
