// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { feedbackKey } from "@/lib/protocol";
import type { Transport } from "@/lib/transport";
import { type Agent, useAgent } from "../agent/use-agent";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, until } from "../test-support/render";
import { renderPage } from "../test-support/render-page";
import { type FeedbackControls, useFeedback } from "./use-feedback";
import { useMessage } from "./use-message";
import { useMessages } from "./use-messages";

afterEach(cleanUp);

let agent: Agent;
let answers: FeedbackControls[] = [];

function Message({ id }: { id: string }) {
  const isAnswer = useMessage(id)?.type === "ai";
  const feedback = useFeedback(id);
  if (isAnswer) answers.push(feedback);
  return isAnswer ? `${feedback.rating ?? "none"} ${feedback.comment};` : null;
}

function Page() {
  agent = useAgent();
  answers = [];
  return useMessages().map((id) => <Message key={id} id={id} />);
}

const mount = (transport: Transport, threadId?: string) => renderPage(Page, transport, threadId);

it("is kept by message on the server: after a reload it is there, changed and taken back it is so for the next page too", async () => {
  const { transport } = await startRealServer(() => ["fine"]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => agent.status === "idle" && page.text() === "none ;");
  await act(() => answers[0]?.give("down", "Too short") ?? Promise.reject());
  await until(() => page.text() === "down Too short;");
  const { threadId = "" } = agent;
  await page.unmount();

  const again = await mount(transport, threadId);
  await until(() => again.text() === "down Too short;");
  await act(() => answers[0]?.give("up") ?? Promise.reject());
  await until(() => again.text() === "up ;");
  await act(() => answers[0]?.takeBack() ?? Promise.reject());
  await until(() => again.text() === "none ;");
  expect(Object.values(await transport.getMetadata(threadId)).filter((value) => value === null)).toHaveLength(1);
});

it("is shown at once and as before when the server refuses, which rejects; other changes on their way stay", async () => {
  const { transport } = await startRealServer(() => ["fine"]);
  const refused = Promise.withResolvers<never>();
  let isRefusing = false;
  const page = await mount({
    ...transport,
    updateThread: (threadId, metadata) => (isRefusing ? refused.promise : transport.updateThread(threadId, metadata)),
  });
  await act(() => agent.submit("one"));
  await until(() => agent.status === "idle" && page.text() === "none ;");
  await act(() => answers[0]?.give("up") ?? Promise.reject());
  isRefusing = true;
  let giving: Promise<void> | undefined;
  await act(async () => {
    giving = answers[0]?.give("down");
    giving?.catch(() => {});
  });
  await until(() => page.text() === "down ;");
  isRefusing = false;
  await act(async () => refused.reject(new Error("no")));
  await expect(giving).rejects.toThrow("no");
  await until(() => page.text() === "up ;");
});

it("reads nothing into what is no feedback", async () => {
  const { transport } = await startRealServer(() => ["fine"]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => agent.status === "idle" && page.text() === "none ;");
  const { threadId = "" } = agent;
  await transport.updateThread(threadId, { [feedbackKey("nobody")]: { rating: "up" }, "toolweave:feedback:": 7 });
  await page.unmount();
  const again = await mount(transport, threadId);
  await until(() => agent.status === "idle" && again.text() === "none ;");
});
