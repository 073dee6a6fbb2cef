// @vitest-environment jsdom

import { act, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineHeadlessTool, type HeadlessTool } from "@/lib/headless";
import type { Info } from "@/lib/protocol";
import { createMemoryTransport, type MemoryRun, type Transport } from "@/lib/transport";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { useInfo } from "../server/use-info";
import { cleanUp, render, until } from "../test-support/render";
import { useHeadlessTools } from "../tools/use-headless-tools";
import { useToolArg } from "../tools/use-tool-arg";
import { useToolCallStream } from "../tools/use-tool-call-stream";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";
import { useQuestions } from "./use-questions";

afterEach(cleanUp);

let agent: Agent;
function Probe() {
  agent = useAgent();
  return <output>{agent.status}</output>;
}

function Message({ id, onRender }: { id: string; onRender?: (id: string) => void }) {
  const message = useMessage(id);
  onRender?.(id);
  return (
    <p>
      {message?.type}: {message?.text}
      {message?.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </p>
  );
}

function Log({ onRender }: { onRender?: (id: string) => void }) {
  return useMessages().map((id) => <Message key={id} id={id} {...(onRender ? { onRender } : {})} />);
}

const renders = new Map<string, number>();
function count(name: string): void {
  renders.set(name, (renders.get(name) ?? 0) + 1);
}

function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  count(`call ${call?.id}`);
  return (
    <b>
      {call?.name} {call?.phase}
      <Arg callKey={callKey} name="a" />
      <Arg callKey={callKey} name="b" />
    </b>
  );
}

function Arg({ callKey, name }: { callKey: string; name: string }) {
  const { value, state } = useToolArg(callKey, [name]);
  count(`arg ${name}`);
  return <i>{`${name}=${JSON.stringify(value)} ${state};`}</i>;
}

function Tools({ tools }: { tools: readonly HeadlessTool[] }) {
  useHeadlessTools(tools);
  return null;
}

function Questions() {
  return useQuestions().map((question) => <em key={question.id}>{String(question.value)}</em>);
}

function ModelName() {
  const { info } = useInfo();
  return <em>{info?.toolweave?.model.id}</em>;
}

/** A page whose every render makes every prop anew. */
function RestlessPage({ transport, makeTool }: { transport: Transport; makeTool: () => HeadlessTool }) {
  const [turn, setTurn] = useState(0);
  return (
    <AgentProvider
      transport={{ ...transport }}
      tools={[makeTool()]}
      onThreadId={() => setTurn((last) => last + 1)}
      onTool={() => {}}
      onCustomEvent={() => {}}
    >
      <button type="button" onClick={() => setTurn(turn + 1)}>
        {turn}
      </button>
      <Probe />
      <Log />
    </AgentProvider>
  );
}

let show: (threadId: string | undefined) => void;
function FollowingPage({ transport }: { transport: Transport }) {
  const [threadId, setThreadId] = useState<string | undefined>(undefined);
  show = setThreadId;
  return (
    <AgentProvider transport={transport} threadId={threadId} onThreadId={setThreadId}>
      <Probe />
      <Log />
    </AgentProvider>
  );
}

function say(run: MemoryRun, id: string, fields: Record<string, unknown>): void {
  run.emit("messages", [
    { type: "ai", id, content: "", ...fields },
    { langgraph_node: "model", langgraph_checkpoint_ns: "m:1" },
  ]);
}

function hello(run: MemoryRun): void {
  say(run, `a-${run.runId}`, { content: "Hello" });
  run.addMessages("model", [{ type: "ai", id: `a-${run.runId}`, content: "Hello" }]);
}

describe("AgentProvider", () => {
  it("sends a message and shows the answer", async () => {
    const transport = createMemoryTransport({ script: hello });
    const onThreadId = vi.fn();
    const page = await render(
      <AgentProvider transport={transport} onThreadId={onThreadId}>
        <Probe />
        <Log />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => page.text().includes("ai: Hello") && agent.status === "idle");
    expect(page.text()).toBe("idlehuman: hiai: Hello");
    expect(onThreadId.mock.calls).toEqual([[agent.threadId]]);
    expect(transport.started).toHaveLength(1);
  });

  it("keeps its session and makes no request when every prop is a new object", async () => {
    const transport = createMemoryTransport({ script: hello });
    const makeTool = () =>
      defineHeadlessTool({ name: "t", title: "t", description: "t", reason: "t", input: z.object({}) }).implement(
        () => null,
      );
    const page = await render(<RestlessPage transport={transport} makeTool={makeTool} />);
    const { submit } = agent;
    await act(() => agent.submit("hi"));
    await until(() => page.text().includes("ai: Hello"));
    await act(async () => page.container.querySelector("button")?.click());
    expect(agent.submit).toBe(submit);
    expect(page.text()).toContain("ai: Hello");
    expect(transport.started).toHaveLength(1);
  });

  it("opens the thread of a new threadId prop, and leaves its own new thread alone when the prop follows", async () => {
    const transport = createMemoryTransport({ script: hello });
    await transport.createThread({ threadId: "t1" });
    transport.threads.get("t1")?.addMessages([{ type: "human", id: "u1", content: "old" }]);
    const getState = vi.fn(transport.getState);
    const wired: Transport = { ...transport, getState };
    const page = await render(<FollowingPage transport={wired} />);
    await act(() => agent.submit("hi"));
    await until(() => page.text().includes("ai: Hello") && agent.status === "idle");
    expect(getState).toHaveBeenCalledTimes(1); // after the run; the prop that followed read nothing
    await act(async () => show("t1"));
    await until(() => page.text() === "idlehuman: old");
    await act(async () => show(undefined));
    await until(() => page.text() === "idle");
    expect(agent.threadId).toBeUndefined();
  });

  it("tells its owner which thread was opened from inside", async () => {
    const transport = createMemoryTransport({ script: hello });
    await transport.createThread({ threadId: "t1" });
    const onThreadId = vi.fn();
    await render(
      <AgentProvider transport={transport} onThreadId={onThreadId}>
        <Probe />
      </AgentProvider>,
    );
    await act(() => agent.open("t1"));
    await until(() => agent.threadId === "t1" && !agent.isLoading);
    expect(onThreadId.mock.calls).toEqual([["t1"]]);
  });

  it("in StrictMode has one live stream, and runs a browser tool once", async () => {
    const runs: string[] = [];
    const tool = defineHeadlessTool({
      name: "locate",
      title: "t",
      description: "t",
      reason: "t",
      input: z.object({}),
      policy: { consent: "auto" },
    }).implement((_args, { callId }) => {
      runs.push(callId);
      return "here";
    });
    const transport = createMemoryTransport({
      script: (run) => {
        if (run.request.command?.resume !== undefined) return;
        run.addMessages("model", [
          { type: "ai", id: "a1", content: "x", tool_calls: [{ id: "k1", name: "locate", args: {} }] },
        ]);
        run.interrupt({ id: "i1", value: { type: "tool", toolCall: { id: "k1", name: "locate", args: {} } } });
      },
    });
    const threadId = crypto.randomUUID();
    await transport.createThread({ threadId });
    for await (const _event of transport.startRun(threadId, { assistant_id: "agent", input: null, command: null }));
    const page = await render(
      <AgentProvider transport={transport} threadId={threadId}>
        <Tools tools={[tool]} />
        <Probe />
        <Log />
      </AgentProvider>,
      { isStrict: true },
    );
    await until(() => page.text().includes("locate done"));
    await until(() => agent.status === "idle");
    expect(runs).toEqual(["k1"]);
    expect(transport.started).toHaveLength(2);
  });

  it("takes a component's tools back when it goes", async () => {
    const tool = defineHeadlessTool({
      name: "locate",
      title: "t",
      description: "t",
      reason: "t",
      input: z.object({}),
    }).implement(() => 1);
    const transport = createMemoryTransport({
      script: (run) =>
        run.interrupt({ id: "i1", value: { type: "tool", toolCall: { id: "k1", name: "locate", args: {} } } }),
    });
    const tree = (hasTools: boolean) => (
      <AgentProvider transport={transport}>
        {hasTools && <Tools tools={[tool]} />}
        <Probe />
        <Log />
      </AgentProvider>
    );
    const page = await render(tree(true));
    await act(() => agent.submit("hi"));
    await until(() => page.text().includes("locate consent"));
    await page.rerender(tree(false));
    await until(() => page.text().includes("locate unavailable"));
    await page.rerender(tree(true));
    await until(() => page.text().includes("locate consent"));
  });

  it("renders on a server without storage, time or randomness, the same as the first client render", async () => {
    const transport = createMemoryTransport({ script: hello });
    const random = vi.spyOn(crypto, "getRandomValues");
    const tree = (
      <AgentProvider transport={transport} threadId="t1">
        <Probe />
        <Log />
      </AgentProvider>
    );
    const html = renderToString(tree);
    expect(random).not.toHaveBeenCalled();
    random.mockRestore();
    await transport.createThread({ threadId: "t1" });
    transport.threads.get("t1")?.addMessages([{ type: "human", id: "u1", content: "old" }]);
    const container = document.createElement("div");
    container.innerHTML = html;
    document.body.append(container);
    const complaints = vi.spyOn(console, "error");
    const root = await act(async () => hydrateRoot(container, tree));
    await until(() => container.textContent === "idlehuman: old");
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
    await act(async () => root.unmount());
    container.remove();
  });

  it("answers a question of the graph from the composer", async () => {
    const transport = createMemoryTransport({
      script: (run) => {
        if (run.answerTo("q1") === undefined) run.interrupt({ id: "q1", value: "Which city?" });
      },
    });
    const page = await render(
      <AgentProvider transport={transport}>
        <Probe />
        <Questions />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => page.text() === "awaiting-humanWhich city?");
    await act(() => agent.submit("Turin"));
    await until(() => page.text() === "idle");
    expect(transport.started[1]?.command?.resume).toEqual({ q1: "Turin" });
  });

  it("says what the server says about itself", async () => {
    const model = { id: "demo", isDemo: true };
    const transport = createMemoryTransport({ script: hello, info: { toolweave: { model, agents: [] } } });
    const page = await render(
      <AgentProvider transport={transport}>
        <ModelName />
      </AgentProvider>,
    );
    await until(() => page.text() === "demo");
  });

  it("missing above a hook is an error that names it", async () => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(render(<Probe />)).rejects.toThrow(/useAgent needs an <AgentProvider>/);
    complaints.mockRestore();
  });
});

describe("an agent that the provider does not name", () => {
  const entry = (id: string) => ({ id, title: id, tools: [], suggestions: [] });
  const infoOf = (...ids: string[]): Info => ({
    toolweave: { model: { id: "m", isDemo: false }, agents: ids.map(entry) },
  });

  it.each([
    ["the first of the server's list", infoOf("support", "sales"), "support"],
    ["the one called agent, wherever it stands", infoOf("support", "agent"), "agent"],
    ["agent, where the server lists none", {}, "agent"],
  ])("is %s, from the first run on", async (_, info, wanted) => {
    const transport = createMemoryTransport({ script: () => {}, info });
    await render(
      <AgentProvider transport={transport}>
        <Probe />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => transport.started.length === 1);
    expect(transport.started[0]?.assistant_id).toBe(wanted);
  });

  it("is not looked for where the provider names one", async () => {
    const transport = createMemoryTransport({ script: () => {}, info: infoOf("support", "sales") });
    await render(
      <AgentProvider transport={transport} agent="sales">
        <Probe />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => transport.started.length === 1);
    expect(transport.started[0]?.assistant_id).toBe("sales");
  });
});
