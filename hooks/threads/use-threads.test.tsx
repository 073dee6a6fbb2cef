// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { createMemoryTransport, type Transport } from "@/lib/transport";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { cleanUp, render, until } from "../test-support/render";
import { useThreads } from "./use-threads";

afterEach(cleanUp);

let list: ReturnType<typeof useThreads>;
let agent: Agent;
function Threads() {
  list = useThreads();
  agent = useAgent();
  return list.threads.map((thread) => <li key={thread.threadId}>{thread.title}</li>);
}

it("lists threads by title, page by page, and follows what happens here", async () => {
  const transport = createMemoryTransport({ script: () => {} });
  for (let n = 0; n < 31; n += 1) await transport.createThread({ metadata: { title: `old ${n}` } });
  const page = await render(
    <AgentProvider transport={transport}>
      <Threads />
    </AgentProvider>,
  );
  await until(() => list.threads.length === 30);
  expect(list.hasMore).toBe(true);
  await act(() => list.loadMore());
  await until(() => list.threads.length === 31);
  expect(list.hasMore).toBe(false);

  await act(() => agent.submit("a new one"));
  await until(() => page.text().startsWith("a new one"));
  const threadId = agent.threadId ?? "";
  await act(() => list.rename(threadId, "renamed"));
  await until(() => page.text().startsWith("renamed"));
  await act(() => list.remove(threadId));
  await until(() => !page.text().includes("renamed"));
  expect(list.error).toBeNull();
});

it("follows a thread that was left while its run went on, until nothing is busy", async () => {
  const end = Promise.withResolvers<void>();
  const transport = createMemoryTransport({ script: () => end.promise });
  let searches = 0;
  const counted: Transport = {
    ...transport,
    searchThreads: (request, signal) => {
      searches += 1;
      return transport.searchThreads(request, signal);
    },
  };
  await render(
    <AgentProvider transport={counted}>
      <Threads />
    </AgentProvider>,
  );
  await act(() => agent.submit("long work"));
  await until(() => list.threads[0]?.status === "busy");
  await act(() => agent.open(undefined));
  const before = searches;
  await until(() => searches > before);
  end.resolve();
  await until(() => list.threads[0]?.status === "idle");
  expect(agent.threadId).toBeUndefined();
});
