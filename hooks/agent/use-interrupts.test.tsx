// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { callPieces } from "@/lib/server/test-support";
import type { PendingInterrupt } from "@/lib/store";
import { createMemoryTransport, type Transport } from "@/lib/transport";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { askingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, until } from "../test-support/render";
import { renderPage } from "../test-support/render-page";
import { type Agent, useAgent } from "./use-agent";
import { type Interrupts, useInterrupts } from "./use-interrupts";

afterEach(cleanUp);

type Review = { action: string; to: string };
const isReview = (value: unknown): value is Review => typeof value === "object" && value !== null && "action" in value;

let agent: Agent;
let pending: Interrupts<PendingInterrupt>;
let reviews: ReturnType<typeof useInterrupts<Review>>;
function Text({ id }: { id: string }) {
  return <p>{useMessage(id)?.text}</p>;
}
function Page() {
  agent = useAgent();
  pending = useInterrupts();
  reviews = useInterrupts(isReview);
  return (
    <>
      {reviews.interrupts.map(({ value }) => `review: ${value.action} to ${value.to}; `)}
      {useMessages().map((id) => (
        <Text key={id} id={id} />
      ))}
    </>
  );
}
const mount = (transport: Transport, threadId?: string) => renderPage(Page, transport, threadId);

it("gives all that the graph asks, typed by a guard, and answers one by one with any value, also after a reload", async () => {
  const { transport } = await startRealServer(() => [], askingAgent());
  const page = await mount(transport);
  await act(() => agent.submit("hi"));
  await until(() => pending.interrupts.length === 2 && agent.status === "awaiting-human");
  expect(page.text()).toContain("review: send to Ines");
  await act(async () => reviews.respond(reviews.interrupts[0]?.id ?? "", { approved: true, at: [1, 2] }));
  await until(() => pending.interrupts.length === 1 && agent.status === "awaiting-human");
  expect(pending.interrupts[0]).toMatchObject({ kind: "question", value: "Which city?" });
  await act(async () => pending.respond("nobody asked this", 1));
  const { threadId } = agent;
  await page.unmount();

  const again = await mount(transport, threadId);
  await until(() => pending.interrupts.length === 1);
  await act(async () => agent.respond(pending.interrupts[0]?.id ?? "", null));
  await until(() => agent.status === "idle" && pending.interrupts.length === 0);
  await until(() => again.text().includes('{"approved":true,"at":[1,2]}') && again.text().includes("null"));
});

it("answers all in one command, each with what a function gives", async () => {
  const { transport } = await startRealServer(() => [], askingAgent());
  const page = await mount(transport);
  await act(() => agent.submit("hi"));
  await until(() => pending.interrupts.length === 2 && agent.status === "awaiting-human");
  await act(async () => pending.respondAll((one: PendingInterrupt) => (one.kind === "question" ? [one.value] : "")));
  await until(() => agent.status === "idle" && page.text().includes('["Which city?"]'));
  expect(page.text()).toContain('[{"action":"send","to":"Ines"}]');
});

it("lists a browser tool's call that no component implements, and takes its result by hand", async () => {
  const { transport } = await startRealServer((history) =>
    history.at(-1)?.type === "human"
      ? callPieces(0, "k1", "get_location", {})
      : [`At ${history.at(-1)?.text.replaceAll('"', "'")}`],
  );
  const page = await mount(transport);
  await act(() => agent.submit("where"));
  await until(() => pending.interrupts[0]?.kind === "tool" && agent.status === "awaiting-human");
  expect(pending.interrupts[0]).toMatchObject({ name: "get_location", callId: "k1" });
  expect(reviews.interrupts).toEqual([]);
  const place = { latitude: 1, longitude: 2, accuracy_m: 3 };
  await act(async () => pending.respond(pending.interrupts[0]?.id ?? "", place));
  await until(() => agent.status === "idle" && page.text().includes("'latitude':1"));
});

it("takes a text without files as the answer to the open question", async () => {
  const asked: unknown[] = [];
  const transport = createMemoryTransport({
    script: (run) => {
      asked.push(run.request.command?.resume);
      if (asked.length === 1) run.interrupt({ id: "q", value: "Where?" });
    },
  });
  await mount(transport);
  await act(() => agent.submit("plan"));
  await until(() => agent.status === "awaiting-human");
  await act(() => agent.submit("Turin", []));
  await until(() => asked.length === 2);
  expect(asked[1]).toEqual({ q: "Turin" });
});
