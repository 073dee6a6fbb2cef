// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { TESTER } from "@/lib/server/test-support";
import type { Transport } from "@/lib/transport";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { useAssistants } from "./use-assistants";
import { useThreadHistory } from "./use-thread-history";
import { useThreads } from "./use-threads";

afterEach(cleanUp);

let list: ReturnType<typeof useThreads>;
let history: ReturnType<typeof useThreadHistory>;
let assistants: ReturnType<typeof useAssistants>;
let agent: Agent;
function Threads({ search }: { search?: string }) {
  list = useThreads(search === undefined ? {} : { search });
  agent = useAgent();
  return list.threads.map((thread) => <li key={thread.threadId}>{`${thread.title}; `}</li>);
}
function Others() {
  history = useThreadHistory();
  assistants = useAssistants();
  return null;
}

it("threads are made, searched, renamed and deleted, and read page by page without their states", async () => {
  const { transport } = await startRealServer(() => ["hi"]);
  const sizes: number[] = [];
  const counted: Transport = {
    ...transport,
    searchThreads: async (request, signal) => {
      const page = await transport.searchThreads(request, signal);
      sizes.push(page.threads.filter(({ values }) => values !== undefined).length);
      return page;
    },
  };
  const page = await render(
    <AgentProvider transport={counted}>
      <Threads />
    </AgentProvider>,
  );
  await until(() => !list.isLoading);
  for (let n = 0; n < 31; n += 1) await transport.createThread({ metadata: { title: `Old ${n}` } });
  let made = "";
  await act(async () => {
    made = await list.create("Trip to Turin");
  });
  await until(() => list.threads.length === 30);
  expect(list.threads[0]).toMatchObject({ threadId: made, title: "Trip to Turin", status: "idle" });
  await act(() => list.loadMore());
  await until(() => list.threads.length === 32);
  expect(list.hasMore).toBe(false);

  await page.rerender(
    <AgentProvider transport={counted}>
      <Threads search="turin" />
    </AgentProvider>,
  );
  await until(() => page.text() === "Trip to Turin; ");
  await act(() => list.rename(made, "Turin by train"));
  await until(() => page.text() === "Turin by train; ");
  await act(() => list.remove(made));
  await until(() => page.text() === "");
  expect((await transport.searchThreads({ q: "turin" })).threads).toEqual([]);
  expect(sizes.every((size) => size === 0)).toBe(true);
});

it("a thread waits for the person only where there is something to answer", async () => {
  const { transport, url } = await startRealServer(() => ["hi"]);
  const messages = [{ type: "human", id: "m1", content: "Hello" }];
  const seed = {
    metadata: { graph_id: "agent" },
    supersteps: [{ updates: [{ as_node: "__start__", values: { messages } }] }],
  };
  const headers = { ...TESTER, "content-type": "application/json" };
  const made = await fetch(`${url}/threads`, { method: "POST", headers, body: JSON.stringify(seed) });
  expect(((await made.json()) as { status: string }).status).toBe("interrupted"); // as LangGraph's servers say it
  await render(
    <AgentProvider transport={transport}>
      <Threads />
    </AgentProvider>,
  );
  await until(() => list.threads.length === 1);
  expect(list.threads[0]?.status).toBe("idle");
});

it("a change shows before the server has answered, and is taken back when it refuses", async () => {
  const { transport } = await startRealServer(() => ["hi"]);
  const { thread_id: threadId } = await transport.createThread({ metadata: { title: "Mine" } });
  const gates = { update: Promise.withResolvers<void>(), remove: Promise.withResolvers<void>() };
  const refusal = new ToolweaveError("internal", "Not today.");
  const refusing: Transport = {
    ...transport,
    updateThread: async () => {
      await gates.update.promise;
      throw refusal;
    },
    deleteThread: async () => {
      await gates.remove.promise;
      throw refusal;
    },
  };
  const page = await render(
    <AgentProvider transport={refusing}>
      <Threads />
    </AgentProvider>,
  );
  await until(() => page.text() === "Mine; ");
  let failure: unknown;
  const keep = (error: unknown) => {
    failure = error;
  };
  await act(async () => void list.rename(threadId, "Renamed").catch(keep));
  await until(() => page.text() === "Renamed; ");
  gates.update.resolve();
  await until(() => page.text() === "Mine; " && failure === refusal);
  failure = undefined;
  await act(async () => void list.remove(threadId).catch(keep));
  await until(() => page.text() === "");
  gates.remove.resolve();
  await until(() => page.text() === "Mine; " && failure === refusal);
});

it("the history of the thread that is shown grows with its runs and is read page by page; assistants are the server's", async () => {
  const { transport, newThread } = await startRealServer(() => ["hi"]);
  const threadId = await newThread();
  await render(
    <AgentProvider transport={transport} threadId={threadId}>
      <Threads />
      <Others />
    </AgentProvider>,
  );
  await until(() => !history.isLoading && !assistants.isLoading && !agent.isLoading);
  expect(history.states).toEqual([]);
  expect(assistants.assistants.map(({ assistant_id }) => assistant_id)).toEqual(["agent"]);
  const before = { threadId, request: { assistant_id: "agent", stream_mode: ["updates" as const] } };
  for (let turn = 0; turn < 22; turn += 1) {
    const input = { messages: [{ type: "human", content: `turn ${turn}` }] };
    for await (const _event of transport.startRun(threadId, { ...before.request, input }));
  }
  await act(() => agent.submit("last"));
  await until(() => agent.status === "idle" && history.states.length > 0);
  const newest = history.states[0]?.values as { messages: { content: unknown }[] };
  expect(newest.messages.at(-1)?.content).toBe("hi");
  const all = await transport.getHistory(threadId, 1000);
  expect(all.length).toBeGreaterThan(20); // more than a page
  while (history.hasMore) await act(() => history.loadMore());
  await until(() => history.states.length === all.length);
  expect(history.states.map(({ checkpoint }) => checkpoint?.checkpoint_id)).toEqual(
    all.map(({ checkpoint }) => checkpoint?.checkpoint_id),
  );
  expect(history.error).toBeNull();
});
