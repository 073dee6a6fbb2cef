// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import type { UsageTotals } from "@/lib/store";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { countingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { useUsage } from "./use-usage";

afterEach(cleanUp);

let agent: Agent;
let usage: UsageTotals;
function Page() {
  agent = useAgent();
  usage = useUsage();
  return <output>{usage.thread.total_tokens}</output>;
}

it("adds up the thread and the run, details included; after a reload the thread's are the same", async () => {
  const { transport } = await startRealServer(() => [], countingAgent());
  const tree = (threadId?: string) => (
    <AgentProvider transport={transport} threadId={threadId}>
      <Page />
    </AgentProvider>
  );
  const page = await render(tree());
  expect(usage).toEqual({ thread: { input_tokens: 0, output_tokens: 0, total_tokens: 0 }, run: undefined });
  await act(() => agent.submit("one"));
  await until(() => page.text() === "30" && agent.status === "idle");
  await act(() => agent.submit("two"));
  await until(() => page.text() === "60" && agent.status === "idle");
  const of = (answers: number) => ({
    input_tokens: 10 * answers,
    output_tokens: 5 * answers,
    total_tokens: 15 * answers,
    input_token_details: { cache_read: 4 * answers },
  });
  expect(usage).toEqual({ thread: of(4), run: of(2) });
  const { threadId } = agent;
  await page.unmount();

  await render(tree(threadId));
  await until(() => usage.thread.total_tokens === 60);
  expect(usage).toEqual({ thread: of(4), run: undefined });
});
