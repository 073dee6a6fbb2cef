import { describe, expect, test } from "vitest";
import { ADA, STORAGES } from "../../test-support/storages";

describe.each(STORAGES)("items %s", (_, open) => {
  test("are kept by namespace and key, replaced and removed", async () => {
    const items = (await open()).itemsOf(ADA.userId);
    await items.put(["user", "ada"], "name", { first: "Ada" });
    await items.put(["user", "ada"], "name", { first: "Augusta" });
    await items.put(["user", "alan"], "name", { first: "Alan" });
    expect(await items.get(["user", "ada"], "name")).toMatchObject({
      namespace: ["user", "ada"],
      key: "name",
      value: { first: "Augusta" },
    });
    expect(await items.get(["user"], "name")).toBeNull();
    await items.delete(["user", "ada"], "name");
    expect(await items.get(["user", "ada"], "name")).toBeNull();
    expect(await items.get(["user", "alan"], "name")).not.toBeNull();
  });

  test("are counted for each user as they come and go", async () => {
    const storage = await open();
    const items = storage.itemsOf(ADA.userId);
    const count = () => storage.countItemsOf(ADA.userId);
    expect(await count()).toBe(0);
    for (const key of ["one", "two", "three", "one"]) await items.put(["a"], key, { key });
    await storage.itemsOf("alan").put(["a"], "one", {});
    expect([await count(), await storage.countItemsOf("alan")]).toEqual([3, 1]);
    for (const key of ["one", "one", "nothing"]) await items.delete(["a"], key);
    expect(await count()).toBe(2);
    await storage.deleteItemsOf(ADA.userId);
    expect([await count(), await storage.countItemsOf("alan")]).toEqual([0, 1]);
    await items.put(["a"], "one", {});
    expect(await count()).toBe(1);
  });

  test("are found under a namespace, by fields of their value, in pages", async () => {
    const items = (await open()).itemsOf(ADA.userId);
    for (const age of [1, 2, 3, 4]) await items.put(["a", "b"], `k${age}`, { age, even: age % 2 === 0 });
    await items.put(["a", "bc"], "other", { age: 9 });
    const find = async (prefix: string[], options: object = {}) =>
      (await items.search(prefix, options)).map(({ key }) => key).join(" ");
    expect(await find(["a"])).toBe("k1 k2 k3 k4 other");
    expect(await find(["a", "b"])).toBe("k1 k2 k3 k4");
    expect(await find(["a", "b"], { limit: 2, offset: 1 })).toBe("k2 k3");
    expect(await find(["a"], { filter: { even: true } })).toBe("k2 k4");
    expect(await find(["a"], { filter: { age: { $gt: 2, $lt: 9 } } })).toBe("k3 k4");
    expect(await find(["a"], { filter: { age: { $ne: 1 } } })).toBe("k2 k3 k4 other");
    expect(await find(["nobody"])).toBe("");
  });

  test("lie in namespaces that are listed by prefix, suffix and depth", async () => {
    const items = (await open()).itemsOf(ADA.userId);
    for (const namespace of [
      ["a", "x", "1"],
      ["a", "y", "1"],
      ["b", "x", "2"],
    ])
      await items.put(namespace, "k", {});
    expect(await items.listNamespaces({ prefix: ["a"] })).toEqual([
      ["a", "x", "1"],
      ["a", "y", "1"],
    ]);
    expect(await items.listNamespaces({ suffix: ["1"], maxDepth: 1 })).toEqual([["a"]]);
    expect(await items.listNamespaces({ prefix: ["*", "x"] })).toHaveLength(2);
    expect(await items.listNamespaces({ limit: 1, offset: 1 })).toEqual([["a", "y", "1"]]);
  });
});
