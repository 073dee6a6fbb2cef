import { expect, it, onTestFinished } from "vitest";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport, type Transport } from "@/lib/transport";
import { createWorld } from "../test-support/session";

/** A thread of two turns on the real server, whose state comes so late. */
async function openTwoTurns(stateAfterMs = 0, onStart?: (server: Transport, threadId: string) => Promise<void>) {
  const fixture = await createFixture((history, turn) => {
    const text = history.at(-1)?.text;
    return [...(text === "elsewhere" ? [{ pauseMs: 900 }] : []), `${text}-${turn}`];
  });
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: `${server.url}/api`, headers: TESTER });
  const world = createWorld(() => {});
  onTestFinished(() => world.close());
  const tab = world.openTab({
    wrap: () => ({
      ...transport,
      startRun: async function* (threadId, request, options) {
        await onStart?.(transport, threadId);
        yield* transport.startRun(threadId, request, options);
      },
      getState: async (...asked) => {
        await new Promise((resolve) => setTimeout(resolve, stateAfterMs));
        return await transport.getState(...asked);
      },
    }),
  });
  await tab.session.submit("one");
  await tab.untilStatus("idle");
  const first = (await transport.getState(tab.state().threadId ?? "")).checkpoint?.checkpoint_id ?? "";
  await tab.session.submit("two");
  await tab.until(({ status }) => status === "idle" && tab.texts().length === 4);
  return { tab, first, server: transport };
}

/** The next start comes while another device's run holds the thread. */
async function openHeld() {
  let isHeld = false;
  const { tab, first } = await openTwoTurns(0, async (server, threadId) => {
    if (!isHeld) return;
    isHeld = false;
    const input = { messages: [{ type: "human", id: "theirs", content: "elsewhere" }] };
    await server.createRun(threadId, { assistant_id: "agent", input });
  });
  isHeld = true;
  return { tab, first };
}

it("a message written anew while another device's run holds the thread stands in its place afterwards", async () => {
  const { tab } = await openHeld();
  await tab.session.edit(tab.state().messageIds[2] ?? "", "uno");
  await tab.until(({ status }) => status === "idle" && tab.texts().at(-1)?.startsWith("ai: uno-") === true);
  expect(tab.texts()).toEqual(["human: one", "ai: one-1", "human: uno", expect.any(String)]);
}, 20_000);

it("and one that was sent from an older version stands behind that", async () => {
  const { tab, first } = await openHeld();
  await tab.session.fork(first);
  expect(tab.texts()).toEqual(["human: one", "ai: one-1"]);
  await tab.session.submit("uno");
  await tab.until(({ status }) => status === "idle" && tab.texts().at(-1)?.startsWith("ai: uno-") === true);
  expect(tab.texts()).toEqual(["human: one", "ai: one-1", "human: uno", expect.any(String)]);
}, 20_000);

it("the newest version of a moment ago, asked for as a run has just ended, is not taken for the newest", async () => {
  const { tab, server } = await openTwoTurns(100);
  const { threadId = "" } = tab.state();
  const second = (await server.getState(threadId)).checkpoint?.checkpoint_id ?? "";
  await tab.session.fork(undefined); // reads which version is the newest now
  await tab.session.submit("three");
  await tab.until(({ runId }) => runId !== undefined);
  await tab.until(({ runId }) => runId === undefined);
  await tab.session.fork(second);
  expect(tab.texts()).toEqual(["human: one", "ai: one-1", "human: two", "ai: two-2"]);
  await tab.session.submit("tres");
  await tab.until(({ status }) => status === "idle" && tab.texts().at(-1)?.startsWith("ai: tres-") === true);
  expect(tab.texts()).toEqual([
    "human: one",
    "ai: one-1",
    "human: two",
    "ai: two-2",
    "human: tres",
    expect.any(String),
  ]);
}, 20_000);
