import { expect, it, onTestFinished } from "vitest";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport } from "@/lib/transport";
import { createWorld } from "../test-support/session";

/** A thread of two turns on the real server, and the next start comes while another device's run holds it. */
async function openHeld() {
  const fixture = await createFixture((history, turn) => {
    const text = history.at(-1)?.text;
    return [...(text === "elsewhere" ? [{ pauseMs: 900 }] : []), `${text}-${turn}`];
  });
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: `${server.url}/api`, headers: TESTER });
  const net = { isHeld: false };
  const world = createWorld(() => {});
  onTestFinished(() => world.close());
  const tab = world.openTab({
    wrap: () => ({
      ...transport,
      startRun: async function* (threadId, request, options) {
        if (net.isHeld) {
          net.isHeld = false;
          const input = { messages: [{ type: "human", id: "theirs", content: "elsewhere" }] };
          await transport.createRun(threadId, { assistant_id: "agent", input });
        }
        yield* transport.startRun(threadId, request, options);
      },
    }),
  });
  await tab.session.submit("one");
  await tab.untilStatus("idle");
  const first = (await transport.getState(tab.state().threadId ?? "")).checkpoint?.checkpoint_id ?? "";
  await tab.session.submit("two");
  await tab.until(({ status }) => status === "idle" && tab.texts().length === 4);
  await tab.session.fork(undefined); // reads which version is the newest now
  net.isHeld = true;
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
