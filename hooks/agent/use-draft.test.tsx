// @vitest-environment jsdom
import { act } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { createMemoryTransport } from "@/lib/transport";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";
import { type DraftControls, useDraft } from "./use-draft";

afterEach(cleanUp);

let agent: Agent;
let draft: DraftControls;
function Composer() {
  draft = useDraft();
  agent = useAgent();
  return <output>{`[${draft.text}] ${draft.attachments.map(({ name }) => name).join()}`}</output>;
}

// Over a reload, in a real browser: e2e/tabs/tabs-drafts.spec.ts.
it("stays with its thread, text and files, and is never in the server's render", async () => {
  const transport = createMemoryTransport({ script: () => {} });
  const { thread_id: threadId } = await transport.createThread({});
  const page = (
    <AgentProvider transport={transport} threadId={threadId}>
      <Composer />
    </AgentProvider>
  );
  const shown = await render(page, { isStrict: true });
  await until(() => !agent.isLoading);
  const { setText, attach, detach } = draft;
  await act(async () => setText("half a"));
  await act(async () => setText((text) => `${text} sentence`));
  await act(async () => attach([new File(["a"], "a.txt"), new File(["b"], "b.txt")]));
  await act(async () => detach(draft.attachments[0]?.id ?? ""));
  expect(shown.text()).toBe("[half a sentence] b.txt");
  expect(await draft.attachments[0]?.blob.text()).toBe("b");

  await act(() => agent.open(undefined));
  await until(() => shown.text() === "[] ");
  await act(async () => setText("for a new one"));
  await act(() => agent.open(threadId));
  await until(() => shown.text() === "[half a sentence] b.txt");
  await act(() => agent.open(undefined));
  await until(() => shown.text() === "[for a new one] ");
  const actions = [draft.setText, draft.attach, draft.detach];
  expect(renderToString(page)).toContain("[] ");
  expect(actions).toEqual([setText, attach, detach]);
});

it("takes back a message that is refused as too long, and the next one goes out without it", async () => {
  const { transport } = await startRealServer(() => ["Seen."], undefined, { messageCharacters: 10 });
  await render(
    <AgentProvider transport={transport}>
      <Composer />
    </AgentProvider>,
  );
  await act(() => agent.submit("far more than ten"));
  await until(() => agent.problem !== undefined);
  expect(agent.problem).toMatchObject({ code: "too_large", message: expect.stringContaining("Shorten it") });
  expect(draft.text).toBe("far more than ten");
  await act(async () => draft.setText(""));
  await act(() => agent.submit("short"));
  await until(() => agent.status === "idle" && agent.problem === undefined);
  const state = await transport.getState(agent.threadId ?? "");
  expect(state.values).toMatchObject({ messages: [{ content: "short" }, { content: "Seen." }] });
});
