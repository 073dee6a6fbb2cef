// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { writingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { useCustomEvents } from "./use-custom-events";

afterEach(cleanUp);

let agent: Agent;
let renders = 0;
function Events({ name }: { name?: string }) {
  const events = useCustomEvents(name);
  return <p>{`${name}: ${JSON.stringify(events.map(({ data }) => data))}; `}</p>;
}
function Other() {
  renders += 1;
  return useCustomEvents("never").length;
}
function Probe() {
  agent = useAgent();
  return null;
}

it("gives the events of one name: items of a projection, typed events, and those without a name", async () => {
  const { transport } = await startRealServer(() => ["done"], writingAgent(Promise.resolve()));
  const onCustomEvent = vi.fn();
  const page = await render(
    <AgentProvider transport={transport} onCustomEvent={onCustomEvent}>
      <Probe />
      <Events name="sources" />
      <Events name="note" />
      <Events />
      <Other />
    </AgentProvider>,
  );
  await act(() => agent.submit("hi"));
  await until(() => page.text().includes('undefined: ["bare"]') && agent.status === "idle");
  expect(page.text()).toBe(
    'sources: [{"url":"a"},{"url":"b"}]; note: [{"type":"note","text":"planned"}]; undefined: ["bare"]; 0',
  );
  expect(renders).toBe(1);
  expect(onCustomEvent).toHaveBeenCalledTimes(4); // the same events, read once
  await act(() => agent.open(undefined));
  await until(() => page.text() === "sources: []; note: []; undefined: []; 0");
});
