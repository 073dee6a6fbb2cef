import { expect, it } from "vitest";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { createActingWorld } from "../test-support/acting-agent";

async function openStopped() {
  const { world } = createActingWorld();
  const { tool } = createActTool(() => new Promise(() => {}));
  const tab = world.openTab({ tools: [tool] });
  await tab.session.submit("go");
  await tab.until(({ runId }) => runId === undefined && tab.calls()[0]?.phase === "browser");
  await tab.session.stop();
  const threadId = tab.state().threadId ?? "";
  const kept = async () => (await world.journal.entriesOf(threadId)).length;
  await expect.poll(kept).toBe(1);
  return { world, tab, threadId, kept };
}

it("what this browser kept of a thread's calls goes with the thread, where it is deleted here", async () => {
  const { world, tab, threadId, kept } = await openStopped();
  await world.server.deleteThread(threadId);
  tab.session.announce({ type: "thread-deleted", threadId });
  await expect.poll(kept).toBe(0);
});

it("and where it is found to be gone", async () => {
  const { world, tab, threadId, kept } = await openStopped();
  await world.server.deleteThread(threadId);
  await tab.session.submit("still there?");
  await tab.until(({ problem }) => problem?.code === "not_found");
  await expect.poll(kept).toBe(0);
});
