// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { writingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { type StateValues, useValues } from "./use-values";

afterEach(cleanUp);

let agent: Agent;
let renders = 0;
let all: StateValues;
function Topic() {
  renders += 1;
  return <output>{useValues((values) => `${values.topic} `)}</output>;
}
let looks = 0;
function Made() {
  looks += 1;
  const { deep } = useValues((values) => ({ deep: { topic: values.topic } }));
  return `${deep.topic}`;
}
function Count() {
  agent = useAgent();
  all = useValues();
  return <output>{useValues((values) => `${values.count}`)}</output>;
}

it("shows what nodes wrote while the run goes on, and the state when it has settled; each reader its own part", async () => {
  const release = Promise.withResolvers<void>();
  const { transport } = await startRealServer(() => ["done"], writingAgent(release.promise));
  const tree = (threadId?: string) => (
    <AgentProvider transport={transport} threadId={threadId}>
      <Topic />
      <Count />
    </AgentProvider>
  );
  const page = await render(tree());
  expect(page.text()).toBe("undefined undefined");
  await act(() => agent.submit("hi"));
  await until(() => page.text() === "looms 1");
  expect(agent.status).not.toBe("idle");
  const before = renders;
  release.resolve();
  await until(() => page.text() === "looms 2" && agent.status === "idle");
  expect(renders).toBe(before);
  expect(all).toEqual({ topic: "looms", count: 2 });
  const { threadId } = agent;
  await page.unmount();

  const again = await render(tree(threadId));
  await until(() => again.text() === "looms 2");
});

it("a part that is made anew at each look renders once for each change of the state, and never without end", async () => {
  const { transport } = await startRealServer(() => ["done"], writingAgent(Promise.resolve()));
  const page = await render(
    <AgentProvider transport={transport}>
      <Made />
      <Count />
    </AgentProvider>,
    { isStrict: true },
  );
  expect(looks).toBeLessThan(20);
  await act(() => agent.submit("hi"));
  await until(() => page.text() === "looms2" && agent.status === "idle");
  expect(looks).toBeLessThan(200);
});
