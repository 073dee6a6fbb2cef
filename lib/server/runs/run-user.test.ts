import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { GraphParts } from "../config";
import { createClient, KEYS } from "../test-support/client";
import { createFixture } from "../test-support/fixture";

const HELLO = { messages: [{ type: "human", content: "hello" }] };

/** Says who runs it, and keeps that in the store in both ways in which a node can reach it. */
const mirror = ({ checkpointer, store }: GraphParts) =>
  new StateGraph(MessagesAnnotation)
    .addNode("say", async (_, config) => {
      const {
        langgraph_auth_user_id: id,
        langgraph_auth_user: user,
        langgraph_auth_permissions,
      } = config.configurable ?? {};
      await config.store?.put(["seen"], "by-config", { id });
      await store.put(["seen"], "by-closure", { id });
      return { messages: [{ type: "ai", content: JSON.stringify({ id, user, langgraph_auth_permissions }) }] };
    })
    .addEdge(START, "say")
    .compile({ checkpointer, store });

const open = () => createFixture(() => [], { agents: { agent: { title: "Mirror", graph: mirror } } });

describe("a graph", () => {
  test("is told whose run it is as on a LangGraph server, whatever the client says of it", async () => {
    const { client } = await open();
    const { body } = await client.call("POST", "/runs/wait", {
      assistant_id: "agent",
      input: HELLO,
      config: {
        configurable: {
          langgraph_auth_user_id: "somebody else",
          langgraph_auth_user: { identity: "somebody else" },
          langgraph_auth_permissions: ["all"],
        },
      },
    });
    expect(JSON.parse(body.messages.at(-1).content)).toEqual({
      id: "key-tester",
      user: { identity: "key-tester", display_name: "key-tester", is_authenticated: true, permissions: [] },
      langgraph_auth_permissions: [],
    });
  });

  test("has the store of its user, also in runs at the same time", async () => {
    const { client, handlers } = await open();
    const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
    const run = { assistant_id: "agent", input: HELLO };
    await Promise.all([client, stranger, client, stranger].map((who) => who.call("POST", "/runs/wait", run)));
    for (const [who, id] of [
      [client, "key-tester"],
      [stranger, "key-stranger"],
    ] as const) {
      const { body } = await who.call("POST", "/store/items/search", { namespace_prefix: ["seen"] });
      expect(body.items.map(({ key, value }: { key: string; value: object }) => [key, value]).sort()).toEqual([
        ["by-closure", { id }],
        ["by-config", { id }],
      ]);
    }
  });
});
