// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { createMemoryTransport, type MemoryRun } from "@/lib/transport";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { useArtifactFrameUrl } from "../server/use-artifact-frame-url";
import { useDiagramFrameUrl } from "../server/use-diagram-frame-url";
import { cleanUp, render, until } from "../test-support/render";
import { useToolCalls } from "./use-tool-calls";

afterEach(cleanUp);

const write = (run: MemoryRun, args: string, name: string | null) =>
  run.emit("messages", [
    {
      type: "AIMessageChunk",
      id: "m1",
      content: "",
      tool_call_chunks: [{ index: 0, id: name && "c1", name, args, type: "tool_call_chunk" }],
    },
    { langgraph_node: "agent", langgraph_checkpoint_ns: "" },
  ]);

let renders = 0;
let agent: Agent | undefined;

function List() {
  renders += 1;
  return useToolCalls((call) => call.name === "write_document").length;
}

function Page() {
  agent = useAgent();
  return null;
}

function Url() {
  const urls = [useArtifactFrameUrl(), useDiagramFrameUrl()];
  return urls.map((url) => url ?? "none").join(" ");
}

it("lists the calls that are wanted, and renders for a new one, not for one that grows", async () => {
  const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const transport = createMemoryTransport({
    script: async (run) => {
      write(run, '{"a', "write_document");
      await steps[0].promise;
      for (let piece = 0; piece < 50; piece += 1) write(run, "b", null);
      await steps[1].promise;
      const calls = [
        { id: "c1", name: "write_document", args: {} },
        { id: "c2", name: "add", args: {} },
        { id: "c3", name: "write_document", args: {} },
      ];
      run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: calls }]);
    },
  });
  const page = await render(
    <AgentProvider transport={transport}>
      <Page />
      <List />
    </AgentProvider>,
  );
  await act(async () => void agent?.submit("go"));
  await until(() => page.text() === "1");
  const before = renders;
  steps[0].resolve();
  await act(() => new Promise((done) => setTimeout(done, 100)));
  expect(renders).toBe(before);
  steps[1].resolve();
  await until(() => page.text() === "2");
});

it("knows frames for documents and diagrams on a Toolweave server of the page's own origin alone", async () => {
  const shown = async (apiUrl: string, isToolweave: boolean) => {
    const info = isToolweave ? { toolweave: { model: { id: "demo", isDemo: true }, agents: [] } } : {};
    const transport = createMemoryTransport({ script: () => {}, info });
    const page = await render(
      <AgentProvider transport={transport} apiUrl={apiUrl}>
        <Url />
      </AgentProvider>,
    );
    await act(() => new Promise((done) => setTimeout(done, 50)));
    return page.text();
  };
  expect(await shown("/api/", true)).toBe(
    `${window.location.origin}/api/artifact-frame ${window.location.origin}/api/diagram-frame`,
  );
  expect(await shown("/api", false)).toBe("none none");
  expect(await shown("https://elsewhere.example/api", true)).toBe("none none");
});
