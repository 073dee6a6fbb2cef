import { describe, expect, test } from "vitest";
import { TESTER } from "../test-support/client";
import { createSdkFixture, refusal } from "../test-support/sdk";

describe("client.assistants", () => {
  test("finds the agents of the configuration, in pages, by graph, name and metadata", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const ids = async (query: object) => (await sdk.assistants.search(query)).map(({ assistant_id }) => assistant_id);
    expect(await ids({})).toEqual(["agent", "bare", "nested", "mirror", "typed"]);
    expect(await ids({ limit: 2, offset: 1 })).toEqual(["bare", "nested"]);
    expect(await ids({ graphId: "typed" })).toEqual(["typed"]);
    expect(await ids({ name: "bare" })).toEqual(["bare"]);
    expect(await ids({ metadata: { created_by: "system" }, sortBy: "name", sortOrder: "desc" })).toEqual([
      "typed",
      "nested",
      "mirror",
      "bare",
      "agent",
    ]);
    expect(await ids({ metadata: { created_by: "me" } })).toEqual([]);
    expect(await sdk.assistants.search({ limit: 1, select: ["name"] })).toEqual([{ name: "Assistant" }]);
    expect(await sdk.assistants.count({ graphId: "typed" })).toBe(1);
    const page = await sdk.assistants.search({ limit: 3, includePagination: true });
    expect([page.assistants.length, page.next]).toEqual([3, "3"]);
    expect(await sdk.assistants.get("bare")).toMatchObject({ graph_id: "bare", name: "Bare model", version: 1 });
    expect(await refusal(sdk.assistants.get("nobody"))).toEqual({ status: 404, code: "not_found" });
  });

  test("describes a graph: its schemas, its drawing, its subgraphs", async () => {
    const { sdk } = await createSdkFixture(() => []);
    expect(await sdk.assistants.getSchemas("typed")).toMatchObject({
      graph_id: "typed",
      input_schema: { type: "object", properties: { topic: { type: "string" }, count: { type: "number" } } },
      output_schema: { required: ["topic"] },
    });
    expect(await sdk.assistants.getSchemas("nested")).toMatchObject({ input_schema: { properties: { messages: {} } } });
    const { nodes, edges } = await sdk.assistants.getGraph("nested");
    expect(nodes.map(({ id }) => id)).toEqual(["__start__", "sub", "after", "__end__"]);
    expect(edges).toContainEqual({ source: "sub", target: "after", conditional: false });
    const xray = await sdk.assistants.getGraph("nested", { xray: true });
    expect(xray.nodes.map(({ id }) => id)).toContain("sub:ask");
    expect(Object.keys(await sdk.assistants.getSubgraphs("nested"))).toEqual(["sub"]);
    expect(Object.keys(await sdk.assistants.getSubgraphs("nested", { namespace: "sub" }))).toEqual(["sub"]);
    expect(await refusal(sdk.assistants.getGraph("nobody"))).toMatchObject({ status: 404 });
  });

  test("says with a typed 501 what is not done here", async () => {
    const { sdk } = await createSdkFixture(() => []);
    for (const call of [
      () => sdk.assistants.create({ graphId: "agent" }),
      () => sdk.assistants.update("agent", { name: "other" }),
      () => sdk.assistants.delete("agent"),
      () => sdk.assistants.getVersions("agent"),
      () => sdk.crons.search(),
      () => sdk.crons.create("agent", { schedule: "* * * * *" }),
    ]) {
      expect(await refusal(call())).toEqual({ status: 501, code: "unsupported" });
    }
  });
});

describe("client.store", () => {
  test("keeps, replaces, finds and removes items, also across a restart", async () => {
    const fixture = await createSdkFixture(() => []);
    const { store } = fixture.sdk;
    await store.putItem(["users", "u1"], "pref", { theme: "dark", size: 3 });
    await store.putItem(["users", "u2"], "pref", { theme: "light", size: 10 });
    await store.putItem(["users2"], "other", { theme: "dark" });
    const item = await store.getItem(["users", "u1"], "pref");
    expect(item).toMatchObject({ namespace: ["users", "u1"], key: "pref", value: { theme: "dark", size: 3 } });
    await store.putItem(["users", "u1"], "pref", { theme: "blue", size: 3 });
    expect(await store.getItem(["users", "u1"], "pref")).toMatchObject({
      value: { theme: "blue" },
      createdAt: item?.createdAt,
    });
    expect(await store.getItem(["users", "u1"], "nothing")).toBeNull();

    const found = async (prefix: string[], options?: object) =>
      (await store.searchItems(prefix, options)).items.map(({ namespace }) => namespace.join("/"));
    expect(await found(["users"])).toEqual(["users/u1", "users/u2"]);
    expect(await found([])).toEqual(["users/u1", "users/u2", "users2"]);
    expect(await found(["users"], { limit: 1, offset: 1 })).toEqual(["users/u2"]);
    expect(await found(["users"], { filter: { theme: "light" } })).toEqual(["users/u2"]);
    expect(await found(["users"], { filter: { size: { $gt: 3 } } })).toEqual(["users/u2"]);
    expect(await found(["users"], { filter: { size: { $lte: 3 }, theme: { $ne: "dark" } } })).toEqual(["users/u1"]);
    expect(await found(["users"], { filter: { size: "3" } })).toEqual([]);

    const restarted = await fixture.restart();
    const { body } = await restarted.client.call("GET", "/store/items?namespace=users.u1&key=pref");
    expect(body.value).toEqual({ theme: "blue", size: 3 });
    expect(
      (await restarted.client.call("DELETE", "/store/items", { namespace: ["users", "u1"], key: "pref" })).status,
    ).toBe(204);
    expect((await restarted.client.call("GET", "/store/items?namespace=users.u1&key=pref")).body).toBeNull();
    for (const namespace of ["users..u1", ".", "users."]) {
      const odd = await restarted.client.call("GET", `/store/items?namespace=${namespace}&key=pref`);
      expect([odd.status, odd.body.field]).toEqual([400, "namespace"]);
    }
  });

  test("lists namespaces by prefix, suffix and depth", async () => {
    const { sdk } = await createSdkFixture(() => []);
    const { store } = sdk;
    for (const namespace of [
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["x", "c"],
    ])
      await store.putItem(namespace, "k", {});
    const list = async (options: object) => (await store.listNamespaces(options)).namespaces;
    expect(await list({})).toEqual([
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["x", "c"],
    ]);
    expect(await list({ prefix: ["a"], maxDepth: 2 })).toEqual([["a", "b"]]);
    expect(await list({ suffix: ["c"] })).toEqual([
      ["a", "b", "c"],
      ["x", "c"],
    ]);
    expect(await list({ limit: 1, offset: 1 })).toEqual([["a", "b", "d"]]);
  });

  test("refuses what is no item", async () => {
    const { url } = await createSdkFixture(() => []);
    const put = async (body: object) => {
      const init = {
        method: "PUT",
        headers: { ...TESTER, "content-type": "application/json" },
        body: JSON.stringify(body),
      };
      const response = await fetch(`${url}/store/items`, init);
      return [response.status, ((await response.json()) as { field: string }).field];
    };
    expect(await put({ namespace: ["a"], key: "k", value: "text" })).toEqual([400, "value"]);
    expect(await put({ namespace: [], key: "k", value: {} })).toEqual([400, "namespace"]);
    expect(await put({ namespace: ["a.b"], key: "k", value: {} })).toEqual([400, "namespace.0"]);
    expect(await put({ namespace: ["langgraph"], key: "k", value: {} })).toEqual([400, "namespace"]);
  });

  test("is the store that graphs are given", async () => {
    const { sdk } = await createSdkFixture(() => []);
    expect(await sdk.runs.wait(null, "typed", { input: { topic: "tea", count: 4 } })).toEqual({
      topic: "tea",
      count: 5,
    });
    expect((await sdk.store.getItem(["topics"], "tea"))?.value).toEqual({ count: 4 });
  });
});
