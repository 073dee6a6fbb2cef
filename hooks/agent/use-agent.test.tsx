// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { useValues } from "../projections/use-values";
import { writingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";

afterEach(cleanUp);

let agent: Agent;
let runs: string[] = [];
function Text({ id }: { id: string }) {
  return `${useMessage(id)?.text}; `;
}
function Page() {
  agent = useAgent();
  const count = useValues(({ count }) => count);
  return (
    <>
      {useMessages().map((id) => (
        <Text key={id} id={id} />
      ))}
      {String(count)}
    </>
  );
}

it("resume goes on where the last run left a step to do, and does nothing where all is done", async () => {
  runs = [];
  let isBroken = true;
  const { transport } = await startRealServer(
    () => (isBroken ? [{ fail: new Error("the model is gone") }] : ["written"]),
    writingAgent(Promise.resolve()),
  );
  const page = await render(
    <AgentProvider transport={transport} onRunStart={({ runId }) => runs.push(runId)}>
      <Page />
    </AgentProvider>,
    { isStrict: true },
  );
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "error" && page.text() === "hi; 1");
  isBroken = false;
  await act(() => agent.resume());
  await until(() => agent.status === "idle" && page.text() === "hi; written; 2");
  expect(new Set(runs).size).toBe(2);
  await act(() => agent.resume());
  expect(agent.status).toBe("idle");
  expect(new Set(runs).size).toBe(2);
});

it("keeps its functions whatever happens", async () => {
  const { transport } = await startRealServer(() => ["fine"]);
  await render(
    <AgentProvider transport={transport}>
      <Page />
    </AgentProvider>,
  );
  const before = Object.entries(agent).filter(([, value]) => typeof value === "function");
  expect(before.length).toBeGreaterThan(10);
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "idle" && agent.threadId !== undefined);
  for (const [name, value] of before) expect(agent[name as keyof Agent], name).toBe(value);
});
