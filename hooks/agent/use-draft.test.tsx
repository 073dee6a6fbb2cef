// @vitest-environment jsdom
import { act } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { createMemoryTransport } from "@/lib/transport";
import { cleanUp, render, until } from "../test-support/render";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";
import { useDraft } from "./use-draft";

afterEach(cleanUp);

let agent: Agent;
let setDraft: ReturnType<typeof useDraft>[1];
function Composer() {
  const [text, setText] = useDraft();
  agent = useAgent();
  setDraft = setText;
  return <output>{`[${text}] ${agent.queue.map((message) => message.text).join()}`}</output>;
}

it("comes back after a reload with the queue, in its thread only, and never in the server's render", async () => {
  const end = Promise.withResolvers<void>();
  const transport = createMemoryTransport({ script: () => end.promise });
  const page = (threadId?: string) => (
    <AgentProvider transport={transport} threadId={threadId}>
      <Composer />
    </AgentProvider>
  );
  const before = await render(page(), { isStrict: true });
  await act(() => agent.submit("first"));
  await until(() => agent.runId !== undefined);
  await act(() => agent.submit("queued"));
  await act(async () => setDraft("half a"));
  await act(async () => setDraft((text) => `${text} sentence`));
  const { threadId } = agent;
  expect(before.text()).toBe("[half a sentence] queued");
  await before.unmount();

  expect(renderToString(page(threadId))).toContain("[] ");
  const other = await render(page());
  expect(other.text()).toBe("[] ");
  await other.unmount();

  const after = await render(page(threadId), { isStrict: true });
  await until(() => after.text() === "[half a sentence] queued");
  end.resolve();
  await until(() => after.text() === "[half a sentence] " && agent.status === "idle");
  expect(transport.started).toHaveLength(2);
});
