// @vitest-environment jsdom
import { tool } from "langchain";
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { reviewTools } from "@/lib/server/middleware";
import { callPieces } from "@/lib/server/test-support";
import type { Transport } from "@/lib/transport";
import { type Agent, useAgent } from "../agent/use-agent";
import { type Branches, useBranches } from "../messages/use-branches";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, until } from "../test-support/render";
import { renderPage } from "../test-support/render-page";
import type { ToolCallView } from "./typed-call";
import { useRunAgain } from "./use-run-again";
import { useToolCallStream } from "./use-tool-call-stream";

afterEach(async () => {
  await cleanUp();
  calls.clear();
});

let agent: Agent;
let last: Branches | undefined;
const calls = new Map<string, { readonly call: ToolCallView; readonly runAgain: (() => Promise<void>) | undefined }>();

function Call({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  const runAgain = useRunAgain(callKey);
  if (call) calls.set(call.id, { call, runAgain });
  return call && `[${call.id} ${call.phase} ${call.result?.content ?? ""}] `;
}
function Message({ id }: { id: string }) {
  const message = useMessage(id);
  last = useBranches(id);
  return (
    <>
      {message?.text && `${message.text} `}
      {message?.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </>
  );
}
function Page() {
  agent = useAgent();
  return useMessages().map((id) => <Message key={id} id={id} />);
}

const mount = (transport: Transport, threadId?: string) => renderPage(Page, transport, threadId);

/** Tools that count how often they run; the loom breaks the first `failures` times. */
function workshop(failures: number, isReviewed = false) {
  const ran = { loom: 0, dye: 0 };
  const loom = tool(
    () => {
      ran.loom += 1;
      if (ran.loom <= failures) throw new Error("the loom broke");
      return "woven";
    },
    { name: "loom", description: "Weaves.", schema: z.object({}) },
  );
  const dye = tool(
    () => {
      ran.dye += 1;
      return "dyed";
    },
    { name: "dye", description: "Dyes.", schema: z.object({}) },
  );
  const middleware = isReviewed ? [reviewTools([{ tool: loom }])] : [];
  return { ran, agents: { agent: { title: "Workshop", prompt: "Work.", tools: [loom, dye], middleware } } };
}

type History = { readonly type: string; readonly text: string }[];
const works =
  (...tools: string[]) =>
  (history: History) =>
    history.at(-1)?.type === "human"
      ? tools.flatMap((name, index) => callPieces(index, name, name, {}))
      : [
          `said ${history
            .filter(({ type }) => type === "tool")
            .map(({ text }) => text)
            .join("+")}`,
        ];

const runAgain = (id: string) => act(async () => calls.get(id)?.runAgain?.());

it("runs the tool again and goes on; both answers are versions, the former with its error, also after a reload", async () => {
  const { ran, agents } = workshop(1);
  const { transport } = await startRealServer(works("loom"), agents);
  const page = await mount(transport);
  await act(() => agent.submit("weave"));
  await until(() => calls.get("loom")?.runAgain !== undefined);
  expect(page.text()).toBe("weave [loom failed the loom broke] said the loom broke ");

  await runAgain("loom");
  await until(() => agent.status === "idle" && last?.count === 2);
  expect(page.text()).toBe("weave [loom done woven] said woven ");
  expect(ran.loom).toBe(2);
  expect(last).toMatchObject({ index: 1, count: 2 });
  expect(calls.get("loom")?.runAgain).toBeUndefined();

  await act(async () => last?.previous());
  await until(() => page.text() === "weave [loom failed the loom broke] said the loom broke " && last?.index === 0);
  const { threadId } = agent;
  await page.unmount();
  calls.clear();
  const again = await mount(transport, threadId);
  await until(() => again.text() === "weave [loom failed the loom broke] said the loom broke " && last?.count === 2);
  expect(last?.index).toBe(0); // what was shown
  await act(async () => last?.next());
  await until(() => again.text() === "weave [loom done woven] said woven " && last?.index === 1);
});

it("runs the other calls of the message with it: they are one step of the graph", async () => {
  const { ran, agents } = workshop(1);
  const { transport } = await startRealServer(works("loom", "dye"), agents);
  const page = await mount(transport);
  await act(() => agent.submit("both"));
  await until(() => calls.get("loom")?.runAgain !== undefined);
  await runAgain("loom");
  await until(() => agent.status === "idle" && last?.count === 2);
  expect(page.text()).toBe("both [loom done woven] [dye done dyed] said woven+dyed ");
  expect(ran).toEqual({ loom: 2, dye: 2 });
});

it("one that fails again can be run once more: three versions, and the thread goes on from the last", async () => {
  const { ran, agents } = workshop(2);
  const { transport } = await startRealServer(works("loom"), agents);
  const page = await mount(transport);
  await act(() => agent.submit("weave"));
  for (const count of [2, 3]) {
    await until(() => calls.get("loom")?.runAgain !== undefined);
    await runAgain("loom");
    await until(() => agent.status === "idle" && last?.count === count);
  }
  expect(page.text()).toBe("weave [loom done woven] said woven ");
  expect(last?.index).toBe(2);
  expect(ran.loom).toBe(3);
  await act(() => agent.submit("more"));
  await until(() => agent.status === "idle" && page.text().includes("more"));
  expect(page.text()).toContain("weave [loom done woven] said woven more ");
});

it("a tool that needs a review asks again each time, and runs when it is approved", async () => {
  const { ran, agents } = workshop(2, true);
  const { transport } = await startRealServer(works("loom", "dye"), agents);
  const page = await mount(transport);
  const approve = async () => {
    await until(() => calls.get("loom")?.call.phase === "consent" && agent.status === "awaiting-human");
    await act(() => agent.decide(calls.get("loom")?.call.key ?? "", { type: "approve" }));
  };
  await act(() => agent.submit("weave"));
  await approve();
  for (const count of [2, 3]) {
    await until(() => calls.get("loom")?.runAgain !== undefined);
    await runAgain("loom");
    await until(() => agent.status === "awaiting-human");
    expect(ran.loom).toBe(count - 1); // not before it is approved
    await approve();
    await until(() => agent.status === "idle" && last?.count === count);
  }
  expect(page.text()).toBe("weave [loom done woven] [dye done dyed] said woven+dyed ");
  expect(last?.index).toBe(2);
  expect(ran).toEqual({ loom: 3, dye: 3 });
});

it("is not offered for a call that did well, nor where the checkpoint is not kept", async () => {
  const { agents } = workshop(9);
  const { transport } = await startRealServer(works("loom", "dye"), agents);
  const page = await mount({
    ...transport,
    getMessages: async (...asked) => {
      const found = await transport.getMessages(...asked);
      // as a server that keeps only the end of a turn
      const end = found?.messages.at(-1)?.checkpoint_id ?? null;
      return found && { ...found, messages: found.messages.map((placed) => ({ ...placed, checkpoint_id: end })) };
    },
  });
  await act(() => agent.submit("weave"));
  await until(() => agent.status === "idle" && page.text().includes("said"));
  expect([...calls.values()].map(({ runAgain }) => runAgain)).toEqual([undefined, undefined]);
});

it("a server that refuses leaves everything as it was, and says so", async () => {
  const { ran, agents } = workshop(1);
  const { transport } = await startRealServer(works("loom"), agents);
  let isRefusing = false;
  const page = await mount({
    ...transport,
    startRun: async function* (...asked) {
      if (isRefusing) throw new Error("not now");
      yield* transport.startRun(...asked);
    },
  });
  await act(() => agent.submit("weave"));
  await until(() => calls.get("loom")?.runAgain !== undefined);
  isRefusing = true;
  await runAgain("loom");
  await until(() => agent.status === "error" && page.text().includes("said the loom broke"));
  expect(page.text()).toBe("weave [loom failed the loom broke] said the loom broke ");
  expect(agent.problem?.message).toContain("not now");
  expect(ran.loom).toBe(1);
});
