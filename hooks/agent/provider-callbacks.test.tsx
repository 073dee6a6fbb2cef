// @vitest-environment jsdom
import { act, useState } from "react";
import { afterEach, expect, it } from "vitest";
import type { Transport } from "@/lib/transport";
import { askingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";

afterEach(cleanUp);

let agent: Agent;
let told: string[] = [];
let renderAgain: () => void;
function Probe() {
  agent = useAgent();
  return <output>{agent.status}</output>;
}

/** Every render makes each callback anew; the newest is the one that is called. */
function Page({ transport, threadId }: { transport: Transport; threadId?: string }) {
  const [turn, setTurn] = useState(0);
  renderAgain = () => setTurn(turn + 1);
  return (
    <AgentProvider
      transport={transport}
      threadId={threadId}
      onThreadId={(id) => told.push(`thread ${id?.length} ${turn}`)}
      onRunStart={({ runId, threadId }) => told.push(`start ${runId.length} ${threadId.length} ${turn}`)}
      onRunEnd={({ outcome }) => told.push(`end ${outcome} ${turn}`)}
      onError={({ code }) => told.push(`error ${code} ${turn}`)}
    >
      <Probe />
    </AgentProvider>
  );
}

it("tells of threads, runs and problems once each, to the newest callbacks, also in StrictMode", async () => {
  told = [];
  const { transport } = await startRealServer((_, turn) => {
    if (turn === 2) return [{ fail: new Error("the model is gone") }];
    return turn === 3 ? ["a", { pauseMs: 60_000 }] : ["fine"];
  });
  await render(<Page transport={transport} />, { isStrict: true });
  await act(() => agent.submit("one"));
  await until(() => agent.status === "idle");
  expect(told).toEqual(["thread 36 0", "start 36 36 0", "end success 0"]);

  told = [];
  await act(async () => renderAgain());
  await act(() => agent.submit("two"));
  await until(() => agent.status === "error");
  expect(told.filter((line) => !line.startsWith("error"))).toEqual(["start 36 36 1", "end error 1"]);
  expect(told.filter((line) => line.startsWith("error"))).toHaveLength(1);

  told = [];
  await act(() => agent.submit("three"));
  await until(() => agent.status === "streaming");
  await act(() => agent.stop());
  await until(() => agent.status === "idle");
  expect(told).toEqual(["start 36 36 1", "end stopped 1"]);
});

it("says of a run that waits for an answer that it was interrupted, and of one that was left nothing", async () => {
  told = [];
  const asking = await startRealServer(() => [], askingAgent());
  const page = await render(<Page transport={asking.transport} />);
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "awaiting-human" && told.length === 3);
  expect(told.at(-1)).toBe("end interrupted 0");
  await page.unmount();

  told = [];
  const slow = await startRealServer(() => ["a", { pauseMs: 60_000 }]);
  await render(<Page transport={slow.transport} />);
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "streaming");
  await act(() => agent.open(undefined));
  await until(() => agent.status === "idle");
  expect(told.filter((line) => line.startsWith("end"))).toEqual([]);
});
