// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { AgentProvider, useAgent, useMessage, useMessages } from "@/hooks";
import { delegatingAgent } from "@/hooks/test-support/agents";
import { startRealServer } from "@/hooks/test-support/real-server";
import { cleanUp, render, until } from "@/hooks/test-support/render";
import { callPieces } from "@/lib/server/test-support";
import { ToolCallGroup } from "../tool-call-group";
import { ToolViewsProvider } from "../tool-views";

afterEach(cleanUp);

const CITATION = { type: "citation", url: "https://loom.example", title: "Looms", start_index: 0, end_index: 3 };

let submit: (text: string) => Promise<unknown>;

function Message({ id }: { id: string }) {
  return <ToolCallGroup callKeys={useMessage(id)?.callKeys ?? []} isLive={false} isWriting={false} />;
}

function Page() {
  ({ submit } = useAgent());
  return useMessages().map((id) => <Message key={id} id={id} />);
}

it("shows the agent that works for a call inside its card, with its own words, calls and state", async () => {
  const { transport } = await startRealServer(
    (history) =>
      history.at(-1)?.type === "human" ? callPieces(0, "k1", "research", { question: "how long" }) : ["So: 3 m."],
    delegatingAgent((history) =>
      history.at(-1)?.type === "human"
        ? ["Measuring. ", ...callPieces(0, "m1", "measure", { what: "loom" })]
        : [{ blocks: [{ type: "text", text: "3 m", annotations: [CITATION] }] }, { finish_reason: "length" }],
    ),
  );
  const page = await render(
    <AgentProvider transport={transport}>
      <ToolViewsProvider views={[]}>
        <Page />
      </ToolViewsProvider>
    </AgentProvider>,
  );
  void submit("hi");
  const find = (selector: string) => page.container.querySelector<HTMLElement>(selector);
  const row = () => find('article[data-tool="research"] ul[aria-label="Agents that work for this call"] button');
  await until(() => row()?.textContent === "researcher · done");
  const body = document.getElementById(row()?.getAttribute("aria-controls") ?? "");
  await until(() => body?.textContent?.includes("Measuring.") === true && body.textContent.includes("3 m"));
  expect(body?.querySelector('article[data-tool="measure"]')?.getAttribute("aria-label")).toMatch(/: Done$/);
  // Its words name their sources as those of the thread do.
  await until(() => body?.querySelector(".tw-cite")?.textContent === "1");
  expect(body?.querySelector('section[aria-label="Sources"] a')?.getAttribute("href")).toBe("https://loom.example");
  // And they say that they were cut off; the way on is the agent's that asked it.
  await until(() => body?.textContent?.includes("Cut off at the model's length limit") === true);
  expect([...(body?.querySelectorAll("button") ?? [])].map((button) => button.textContent)).not.toContain("Continue");
  row()?.click();
  await until(() => row()?.getAttribute("aria-expanded") === "false");
  expect(body?.hidden).toBe(true);
});
