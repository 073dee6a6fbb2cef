// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { callPieces } from "@/lib/server/test-support";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { workingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import type { ToolCallView } from "./typed-call";
import { useToolCallStream } from "./use-tool-call-stream";

afterEach(cleanUp);

let agent: Agent;
const seen = new Map<string, ToolCallView>();
function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  if (call) seen.set(call.id, call);
  return null;
}
function Calls({ id }: { id: string }) {
  return useMessage(id)?.callKeys.map((key) => <Call key={key} callKey={key} />);
}
function Page() {
  agent = useAgent();
  return useMessages().map((id) => <Calls key={id} id={id} />);
}

it("what a server tool writes, yields, throws and returns reaches the call it belongs to, and no other", async () => {
  const release = Promise.withResolvers<void>();
  const { transport } = await startRealServer(
    (history) =>
      history.at(-1)?.type === "human"
        ? [...callPieces(0, "k1", "count", { to: 2 }), ...callPieces(1, "k2", "breaks", {})]
        : ["end"],
    workingAgent(release.promise),
  );
  await render(
    <AgentProvider transport={transport}>
      <Page />
    </AgentProvider>,
  );
  await act(() => agent.submit("hi"));
  await until(() => seen.get("k1")?.outputs?.length === 3 && seen.get("k2")?.phase === "failed");
  expect(seen.get("k1")).toMatchObject({
    phase: "server",
    outputs: [{ type: "row", tool_call_id: "k1", row: 0 }, { counted: 1 }, { counted: 2 }],
    progress: '{"counted":2}',
  });
  expect(seen.get("k1")?.result).toBeUndefined();
  expect(seen.get("k2")).not.toHaveProperty("outputs");
  expect(seen.get("k2")?.error).toContain("the loom broke");
  release.resolve();
  await until(() => agent.status === "idle");
  expect(seen.get("k1")).toMatchObject({ phase: "done", result: { content: "counted to 2" } });
  expect(seen.get("k1")?.outputs).toHaveLength(3);
  expect(seen.get("k2")).toMatchObject({ phase: "failed", result: { isError: true } });
});
