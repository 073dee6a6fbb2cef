// @vitest-environment jsdom
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { createMemoryTransport, type MemoryRun } from "@/lib/transport";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { cleanUp, render, until } from "../test-support/render";
import { useToolCallStream } from "../tools/use-tool-call-stream";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";

afterEach(cleanUp);

const agents = new Map<string, Agent>();
function Page({ name = "only" }: { name?: string }) {
  const agent = useAgent();
  agents.set(name, agent);
  return (
    <section id={name}>
      {useMessages().map((id) => (
        <Message key={id} id={id} />
      ))}
    </section>
  );
}
function Message({ id }: { id: string }) {
  const message = useMessage(id);
  return (
    <p>
      {message?.text}
      {message?.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </p>
  );
}
function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  return `[${call?.name} ${call?.phase}]`;
}
const only = () => agents.get("only");
const textOf = (name: string) => document.querySelector(`#${name}`)?.textContent;

describe("two providers for one thread", () => {
  it("show the same, and a browser tool runs once", async () => {
    const runs: string[] = [];
    const makeTool = () =>
      defineHeadlessTool({
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
        if (run.request.command?.resume !== undefined) {
          run.addMessages("tools", [
            { type: "tool", id: "r1", tool_call_id: "k1", status: "success", content: "here" },
          ]);
          run.addMessages("model", [{ type: "ai", id: "a2", content: "Found." }]);
          return;
        }
        if (JSON.stringify(run.request.input).includes("again")) return;
        const tool_calls = [{ id: "k1", name: "locate", args: {} }];
        run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
        run.interrupt({ id: "i1", value: { type: "tool", toolCall: { id: "k1", name: "locate", args: {} } } });
      },
    });
    const threadId = crypto.randomUUID();
    await transport.createThread({ threadId });
    await render(
      <>
        <AgentProvider transport={transport} threadId={threadId} tools={[makeTool()]}>
          <Page name="one" />
        </AgentProvider>
        <AgentProvider transport={transport} threadId={threadId} tools={[makeTool()]}>
          <Page name="two" />
        </AgentProvider>
      </>,
      { isStrict: true },
    );
    await until(() => agents.get("two")?.isLoading === false && agents.get("one")?.isLoading === false);
    await act(async () => agents.get("one")?.submit("where"));
    await until(() => textOf("one") === "where[locate done]Found.");
    expect(runs).toEqual(["k1"]);
    await act(async () => agents.get("two")?.submit("again"));
    await until(() => textOf("two")?.startsWith("where[locate done]Found.again") === true);
    expect(runs).toEqual(["k1"]);
  });
});

describe("a thread id that changes while a run streams", () => {
  it("leaves no message of the former thread, takes none of its later pieces, and finds it whole again (cases 205, 207)", async () => {
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const transport = createMemoryTransport({
      script: async (run) => {
        run.emit("messages", [{ type: "ai", id: "a1", content: "old " }, null]);
        await gate.promise;
        run.emit("messages", [{ type: "ai", id: "a1", content: "and late" }, null]);
        run.addMessages("model", [{ type: "ai", id: "a1", content: "old and late" }]);
        ended.resolve();
      },
    });
    await transport.createThread({ threadId: "empty" });
    await transport.createThread({ threadId: "other" });
    transport.threads.get("other")?.addMessages([{ type: "human", id: "o1", content: "other" }]);
    const tree = (threadId: string | undefined) => (
      <AgentProvider transport={transport} threadId={threadId}>
        <Page />
      </AgentProvider>
    );
    const page = await render(tree(undefined));
    await act(async () => only()?.submit("hi"));
    await until(() => page.text() === "hiold ");
    const left = only()?.threadId;
    await page.rerender(tree("empty"));
    await until(() => page.text() === "" && only()?.isLoading === false);
    await page.rerender(tree("other"));
    await until(() => page.text() === "other");
    gate.resolve();
    await ended.promise;
    await until(() => only()?.status === "idle");
    expect(page.text()).toBe("other");
    await page.rerender(tree(left));
    await until(() => page.text() === "hiold and late");
  });
});

describe("a stream that makes no sense", () => {
  const piece = (run: MemoryRun, id: unknown, content: unknown) =>
    run.emit("messages", [{ type: "ai", id, content }, { langgraph_checkpoint_ns: "m:1" }]);
  const odd: [string, (run: MemoryRun) => void, RegExp | undefined][] = [
    ["an unknown kind", (run) => run.emit("surprise", { a: 1 }), /"surprise"/],
    ["a kind that others send", (run) => run.emit("checkpoints", { id: 1 }), undefined],
    ["messages that are none", (run) => run.emit("messages", "nothing"), /"messages" is not as agreed/],
    ["updates that are none", (run) => run.emit("updates", null), /"updates" is not as agreed/],
    ["an empty update", (run) => run.emit("updates", { node: null, other: 5, third: [] }), undefined],
    ["a piece without an id", (run) => piece(run, null, "x"), undefined],
    ["content of no known shape", (run) => piece(run, "a9", [null, 5, { type: "?" }]), undefined],
    ["a tool's start before its call", (run) => run.emit("tools", { event: "on_tool_start", toolCallId: "k9" }), /k9/],
    ["a tool's end for no call", (run) => run.emit("tools", { event: "on_tool_end", output: 5 }), undefined],
    [
      "progress of an unknown call",
      (run) => run.emit("custom", { type: "tool_progress", tool_call_id: "k8", progress: 0.5 }),
      /k8/,
    ],
    [
      "a result before its call",
      (run) => run.addMessages("tools", [{ type: "tool", id: "r", tool_call_id: "k7", content: "" }]),
      undefined,
    ],
    ["a nested event of nobody", (run) => run.emit("tools|tools:1|x:2", { event: "?", toolCallId: "k6" }), /k6/],
    ["a nested unknown kind", (run) => run.emit("surprise|sub:1", null), /"surprise"/],
    [
      "a removal of nothing",
      (run) => run.emit("updates", { n: { messages: [{ type: "remove", id: "zz" }] } }),
      undefined,
    ],
    [
      "custom events of any shape",
      (run) => {
        for (const one of [null, 5, "x", [], { extension: 1 }]) run.emit("custom", one);
      },
      undefined,
    ],
  ];

  it.each(odd)("with %s never throws, shows the rest, and warns a developer at most once", async (_, emit, warning) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const transport = createMemoryTransport({
      script: (run) => {
        piece(run, "a1", "Hel");
        for (let time = 0; time < 3; time += 1) emit(run);
        piece(run, "a1", "lo");
        run.addMessages("model", [{ type: "ai", id: "a1", content: "Hello" }]);
        emit(run);
        piece(run, "a1", "doubled");
      },
    });
    const page = await render(
      <AgentProvider transport={transport}>
        <Page />
      </AgentProvider>,
    );
    await act(async () => only()?.submit("hi"));
    await until(() => only()?.status === "idle" && page.text().includes("Hello"));
    expect(page.text()).not.toContain("doubled");
    expect(warn).toHaveBeenCalledTimes(warning === undefined ? 0 : 1);
    if (warning !== undefined) expect(String(warn.mock.calls[0]?.[0])).toMatch(warning);
    warn.mockRestore();
  });

  it("warns of nothing in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const transport = createMemoryTransport({ script: (run) => run.emit("surprise", null) });
    await render(
      <AgentProvider transport={transport}>
        <Page />
      </AgentProvider>,
    );
    await act(async () => only()?.submit("hi"));
    await until(() => only()?.status === "idle");
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    vi.unstubAllEnvs();
  });
});
