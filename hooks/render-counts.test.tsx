// @vitest-environment jsdom

import { act, memo, Profiler } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMemoryTransport, type MemoryRun } from "@/lib/transport";
import { AgentProvider } from "./agent/agent-provider";
import { type Agent, useAgent } from "./agent/use-agent";
import { useBranches } from "./messages/use-branches";
import { useMessage } from "./messages/use-message";
import { useMessages } from "./messages/use-messages";
import { cleanUp, render, until } from "./test-support/render";
import { useToolArg } from "./tools/use-tool-arg";
import { useToolCallStream } from "./tools/use-tool-call-stream";

afterEach(cleanUp);
beforeEach(() => renders.clear());

const renders = new Map<string, number>();
function count(name: string): void {
  renders.set(name, (renders.get(name) ?? 0) + 1);
}

let agent: Agent;
function Probe() {
  agent = useAgent();
  count("agent");
  return <output>{agent.status}</output>;
}

function Log() {
  return useMessages().map((id) => <Message key={id} id={id} />);
}

const Message = memo(function Message({ id }: { id: string }) {
  const message = useMessage(id);
  useBranches(id);
  count(`message ${id}`);
  return (
    <p>
      {message?.text}
      {message?.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </p>
  );
});

function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  count(`call ${call?.id}`);
  return <b>{`${call?.name} ${call?.phase} ${call?.argsText} `}</b>;
}

/** One field of the newest message's first call, with nothing above it that re-renders. */
function Field({ name }: { name: string }) {
  const { value, state } = useToolArg(`${useMessages().at(-1)}:0`, [name]);
  count(`field ${name}`);
  return <i>{`${name}=${value} ${state} `}</i>;
}

function say(run: MemoryRun, id: string, fields: Record<string, unknown>): void {
  run.emit("messages", [
    { type: "ai", id, content: "", ...fields },
    { langgraph_node: "model", langgraph_checkpoint_ns: "m:1" },
  ]);
}

/** Begins two calls, then writes one "y" more into the first whenever a gate opens. */
function growing(gates: readonly PromiseWithResolvers<void>[], end: Promise<void>) {
  return createMemoryTransport({
    script: async (run) => {
      run.addMessages("model", [{ type: "ai", id: "a0", content: "settled" }]);
      say(run, "a1", { tool_call_chunks: [{ index: 0, id: "kA", name: "one", args: '{"a":"x","b":"' }] });
      say(run, "a1", { tool_call_chunks: [{ index: 1, id: "kB", name: "two", args: '{"a":1' }] });
      for (const gate of gates) {
        await gate.promise;
        say(run, "a1", { tool_call_chunks: [{ index: 0, args: "y" }] });
      }
      await end;
    },
  });
}
const createGates = (amount: number) => Array.from({ length: amount }, () => Promise.withResolvers<void>());

it("a chunk of one call re-renders what reads that call, and nothing else", async () => {
  const gates = createGates(6);
  const end = Promise.withResolvers<void>();
  const page = await render(
    <AgentProvider transport={growing(gates, end.promise)}>
      <Probe />
      <Log />
    </AgentProvider>,
  );
  await act(() => agent.submit("hi"));
  await until(() => page.text().includes("two writing"));
  renders.clear();
  for (const [n, gate] of gates.entries()) {
    gate.resolve();
    await until(() => page.text().includes(`"b":"${"y".repeat(n + 1)} `));
  }
  expect([...renders]).toEqual([["call kA", gates.length]]);
  end.resolve();
  await until(() => agent.status === "idle");
});

it("a growing field re-renders its readers, and no reader of another field", async () => {
  const gates = createGates(5);
  const end = Promise.withResolvers<void>();
  const page = await render(
    <AgentProvider transport={growing(gates, end.promise)}>
      <Probe />
      <Field name="a" />
      <Field name="b" />
    </AgentProvider>,
  );
  await act(() => agent.submit("hi"));
  await until(() => page.text().includes("a=x complete"));
  renders.clear();
  for (const [n, gate] of gates.entries()) {
    gate.resolve();
    await until(() => page.text().includes(`b=${"y".repeat(n + 1)} growing`));
  }
  expect([...renders]).toEqual([["field b", gates.length]]);
  end.resolve();
  await until(() => agent.status === "idle");
});

it("settled messages and their calls never re-render while another message streams and settles", async () => {
  let turn = 0;
  const gate = Promise.withResolvers<void>();
  const transport = createMemoryTransport({
    script: async (run) => {
      turn += 1;
      const id = `a${turn}`;
      if (turn === 1) {
        const tool_calls = [{ id: "k1", name: "add", args: { a: 1 } }];
        run.addMessages("model", [{ type: "ai", id: "c1", content: "", tool_calls }]);
        run.addMessages("tools", [{ type: "tool", id: "r1", tool_call_id: "k1", status: "success", content: "2" }]);
      }
      for (const piece of ["one ", "two ", "three"]) {
        say(run, id, { content: piece });
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      if (turn === 2) await gate.promise;
      run.addMessages("model", [{ type: "ai", id, content: "one two three" }]);
    },
  });
  const page = await render(
    <AgentProvider transport={transport}>
      <Probe />
      <Log />
    </AgentProvider>,
  );
  await act(() => agent.submit("first"));
  await until(() => agent.status === "idle" && page.text().includes("three"));
  const settled = [...renders.keys()].filter((name) => name !== "agent");
  expect(settled).toHaveLength(4); // the question, the call's message, the call, the answer
  renders.clear();
  await act(() => agent.submit("second"));
  await until(() => page.text().endsWith("secondone two three"));
  gate.resolve();
  await until(() => agent.status === "idle");
  expect(settled.filter((name) => renders.has(name))).toEqual([]);
  expect(renders.get("message a2")).toBeGreaterThan(2);
});

it("however fast chunks come, the page is committed at most once a frame", async () => {
  let frames = 0;
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) =>
    setTimeout(() => {
      frames += 1;
      callback();
    }, 16),
  );
  vi.stubGlobal("cancelAnimationFrame", (frame: NodeJS.Timeout) => clearTimeout(frame));
  const begin = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transport = createMemoryTransport({
    script: async (run) => {
      say(run, "a1", { content: "0" });
      say(run, "a1", { tool_call_chunks: [{ index: 0, id: "k", name: "one", args: '{"a":"' }] });
      await begin.promise;
      for (let burst = 0; burst < 40; burst += 1) {
        for (let piece = 0; piece < 25; piece += 1) {
          say(run, "a1", { content: "x" });
          say(run, "a1", { tool_call_chunks: [{ index: 0, args: "y" }] });
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await end.promise;
    },
  });
  let commits = 0;
  const page = await render(
    <AgentProvider transport={transport}>
      <Profiler
        id="page"
        onRender={() => {
          commits += 1;
        }}
      >
        <Probe />
        <Log />
        <Field name="a" />
      </Profiler>
    </AgentProvider>,
  );
  await act(() => agent.submit("hi"));
  await until(() => page.text().includes("one writing"));
  [commits, frames] = [0, 0];
  begin.resolve();
  await until(() => page.text().includes(`a=${"y".repeat(1_000)} growing`));
  expect(frames).toBeGreaterThan(1);
  expect(commits).toBeLessThanOrEqual(frames);
  end.resolve();
  await until(() => agent.status === "idle");
  vi.unstubAllGlobals();
});
