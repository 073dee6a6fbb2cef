// @vitest-environment jsdom
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { callPieces } from "@/lib/server/test-support";
import type { Subagent } from "@/lib/store";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { delegatingAgent, nestedGraphAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { useToolArg } from "../tools/use-tool-arg";
import { useToolCallStream } from "../tools/use-tool-call-stream";
import { useSubagents } from "./use-subagents";

afterEach(cleanUp);

let agent: Agent;
let subagents: readonly Subagent[];
function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  const { value, state } = useToolArg(callKey, ["what"]);
  const nested = useSubagents(callKey);
  return (
    <>
      {`[${call?.name} ${call?.phase} ${value === undefined ? "" : `${value} ${state} `}`}
      {nested.map(({ name, messageIds }) => `<${name}: ${messageIds.length}>`)}
      {`${call?.result?.content ?? ""}]`}
    </>
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
function Page() {
  agent = useAgent();
  subagents = useSubagents();
  return (
    <>
      <main>
        {useMessages().map((id) => (
          <Message key={id} id={id} />
        ))}
      </main>
      <aside>{subagents.flatMap(({ messageIds }) => messageIds.map((id) => <Message key={id} id={id} />))}</aside>
    </>
  );
}

describe("useSubagents", () => {
  it("gives the run that a tool's call began its own messages and calls, and leaves the thread's alone", async () => {
    const { transport } = await startRealServer(
      (history) =>
        history.at(-1)?.type === "human" ? callPieces(0, "k1", "research", { question: "how long" }) : ["So: 3 m."],
      delegatingAgent((history) =>
        history.at(-1)?.type === "human"
          ? ["Measuring. ", ...callPieces(0, "m1", "measure", { what: "loom" })]
          : ["3 m"],
      ),
    );
    const page = await render(
      <AgentProvider transport={transport}>
        <Page />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => agent.status === "idle" && page.text().includes("So:"));
    expect(page.container.querySelector("main")?.textContent).toBe("hi[research done <researcher: 2>3 m]So: 3 m.");
    expect(page.container.querySelector("aside")?.textContent).toBe(
      "Measuring. [measure done loom complete loom: 3 m]3 m",
    );
    expect(subagents).toMatchObject([{ name: "researcher", status: "done", parentId: undefined }]);
    expect(subagents[0]?.callKey).toBeDefined();
  });

  it("of a node that is a graph: its text streams into the thread too, and stays there once", async () => {
    const { transport } = await startRealServer(() => ["one ", { pauseMs: 300 }, "two"], nestedGraphAgent());
    const page = await render(
      <AgentProvider transport={transport}>
        <Page />
      </AgentProvider>,
    );
    await act(() => agent.submit("hi"));
    await until(() => page.container.querySelector("main")?.textContent === "hione ");
    await until(() => agent.status === "idle" && page.text().includes("two"));
    expect(page.container.querySelector("main")?.textContent).toBe("hione two");
    expect(page.container.querySelector("aside")?.textContent).toBe("one two");
    expect(subagents).toMatchObject([{ name: "child", status: "done", callKey: undefined }]);
  });
});
