// @vitest-environment jsdom
import { act, type ReactNode, Suspense } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMemoryTransport } from "@/lib/transport";
import { useBranches } from "../messages/use-branches";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { useCustomEvents } from "../projections/use-custom-events";
import { useSubagents } from "../projections/use-subagents";
import { useUsage } from "../projections/use-usage";
import { useValues } from "../projections/use-values";
import { useInfo } from "../server/use-info";
import { cleanUp, render, until } from "../test-support/render";
import { useThreads } from "../threads/use-threads";
import { useToolArg } from "../tools/use-tool-arg";
import { useToolCallStream } from "../tools/use-tool-call-stream";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";
import { useConnection } from "./use-connection";
import { useDraft } from "./use-draft";
import { useInterrupts } from "./use-interrupts";
import { useQuestions } from "./use-questions";

afterEach(cleanUp);

/** Each hook that shows something, by its name. */
const hooks: Record<string, () => unknown> = {
  useAgent: () => useAgent().status,
  useBranches: () => useBranches("m").count,
  useConnection: () => useConnection().state,
  useCustomEvents: () => useCustomEvents("n").length,
  useDraft: () => useDraft().text,
  useInfo: () => useInfo().info?.version,
  useInterrupts: () => useInterrupts().interrupts.length,
  useMessage: () => useMessage("m")?.text,
  useMessages: () => useMessages().length,
  useQuestions: () => useQuestions().length,
  useSubagents: () => useSubagents().length,
  useThreads: () => useThreads().threads.length,
  useToolArg: () => useToolArg("k", ["a"]).state,
  useToolCallStream: () => useToolCallStream("k")?.phase,
  useUsage: () => useUsage().thread.total_tokens,
  useValues: () => Object.keys(useValues()).length,
};

function Reader({ name }: { name: string }) {
  return <p>{`${name}: ${hooks[name]?.()}`}</p>;
}

let agent: Agent;
function Log() {
  agent = useAgent();
  return useMessages().map((id) => <Text key={id} id={id} />);
}
function Text({ id }: { id: string }) {
  return <p>{useMessage(id)?.text}</p>;
}

/** Suspends until the promise is kept, as React 18 and 19 both understand it. */
function Late({
  until: promise,
  isKept,
  children,
}: {
  until: Promise<void>;
  isKept: () => boolean;
  children: ReactNode;
}) {
  if (!isKept()) throw promise;
  return children;
}

const answering = () =>
  createMemoryTransport({
    script: (run) => run.addMessages("model", [{ type: "ai", id: `a-${run.runId}`, content: "Hello" }]),
  });

describe("a server render", () => {
  it("equals the first client render, whatever hooks are used, and touches no storage, time or chance", async () => {
    const transport = answering();
    await transport.createThread({ threadId: "t1" });
    transport.threads.get("t1")?.addMessages([{ type: "human", id: "m", content: "old" }]);
    sessionStorage.setItem("toolweave:branches:/api", "[]");
    const tree = (
      <AgentProvider transport={transport} threadId="t1" tools={[]}>
        {Object.keys(hooks).map((name) => (
          <Reader key={name} name={name} />
        ))}
      </AgentProvider>
    );
    const touched = [
      vi.spyOn(Storage.prototype, "getItem"),
      vi.spyOn(Storage.prototype, "setItem"),
      vi.spyOn(Math, "random"),
      vi.spyOn(Date, "now"),
      vi.spyOn(crypto, "getRandomValues"),
      vi.spyOn(crypto, "randomUUID"),
    ];
    const html = renderToString(tree);
    for (const spy of touched) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    const container = document.createElement("div");
    container.innerHTML = html;
    document.body.append(container);
    const complaints = vi.spyOn(console, "error");
    const root = await act(async () => hydrateRoot(container, tree));
    await until(() => container.textContent?.includes("useMessage: old") === true);
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
    await act(async () => root.unmount());
    container.remove();
  });
});

describe("Suspense", () => {
  it.each(["below", "above"])("%s the provider loses nothing and sends nothing twice", async (where) => {
    const transport = answering();
    let isKept = false;
    const gate = Promise.withResolvers<void>();
    const late = (
      <Late until={gate.promise} isKept={() => isKept}>
        <Log />
      </Late>
    );
    const page = await render(
      where === "below" ? (
        <AgentProvider transport={transport}>
          <Suspense fallback="waiting">{late}</Suspense>
        </AgentProvider>
      ) : (
        <Suspense fallback="waiting">
          <AgentProvider transport={transport}>{late}</AgentProvider>
        </Suspense>
      ),
      { isStrict: true },
    );
    expect(page.text()).toBe("waiting");
    isKept = true;
    await act(async () => gate.resolve());
    await until(() => page.text() === "");
    await act(() => agent.submit("hi"));
    await until(() => page.text() === "hiHello" && agent.status === "idle");
    expect(transport.started).toHaveLength(1);
    expect(transport.threads.size).toBe(1);
  });
});

describe("a hook without a provider above", () => {
  it.each(Object.keys(hooks))("%s throws an error that names it and the provider", async (name) => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(render(<Reader name={name} />)).rejects.toThrow(`${name} needs an <AgentProvider> above it`);
    complaints.mockRestore();
  });
});
