import { expect, it, onTestFinished } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createBrowser } from "../test-support/browser";
import { createWorld, say } from "../test-support/session";

/** A tab whose network breaks where the test says so, and comes back. */
function openCut(lost: "createThread" | "startRun") {
  const gate = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const world = createWorld(async (run) => {
    say(run, "a1", "Hel");
    await gate.promise;
    run.addMessages("model", [{ type: "ai", id: "a1", content: "Hello" }]);
  });
  const browser = createBrowser();
  onTestFinished(() => {
    world.close();
    browser.close();
  });
  const wakes = new Set<() => void>();
  const cancelled: string[] = [];
  const net = { isDown: true, refusal: undefined as Promise<never> | undefined };
  const lose = async () => {
    await cut.promise;
    throw new ToolweaveError("connection_lost", "The server cannot be reached.");
  };
  const tab = world.openTab({
    tabs: browser.openTab().tabs,
    wake: (listener) => {
      wakes.add(listener);
      return () => wakes.delete(listener);
    },
    wrap: (server) => ({
      ...server,
      createThread: async (thread) => {
        if (net.isDown && lost === "createThread") await lose();
        return await server.createThread(thread);
      },
      startRun: async function* (threadId, request, options) {
        if (net.isDown) {
          await server.createRun(threadId, request, options); // the server has it; its answer is lost
          await lose();
        }
        yield* server.startRun(threadId, request, options);
      },
      activeRun: async (...request) => {
        if (net.isDown) await lose();
        return await server.activeRun(...request);
      },
      cancelRun: async (threadId, runId) => {
        cancelled.push(runId);
        await net.refusal;
        await server.cancelRun(threadId, runId);
      },
    }),
  });
  return {
    world,
    tab,
    cancelled,
    gate,
    net,
    /** Sends, stops before the server has answered, and then learns that it cannot be reached. */
    stopUnanswered: async () => {
      await tab.session.submit("go");
      await tab.until(({ threadId }) => threadId !== undefined || lost === "createThread");
      if (lost === "startRun") await expect.poll(() => world.server.started.length).toBe(1);
      const stopping = tab.session.stop();
      cut.resolve();
      await stopping;
    },
    comeBack: () => {
      net.isDown = false;
      for (const wake of [...wakes]) wake();
    },
  };
}

it("a Stop pressed before the run's id is known reaches the run, once the server can be asked", async () => {
  const { tab, cancelled, stopUnanswered, comeBack, world } = openCut("startRun");
  await stopUnanswered();
  expect(tab.state().problem?.code).toBe("connection_lost");
  const seen = new Set<string>();
  tab.session.store.subscribe(({ status }) => seen.add(status));
  comeBack();
  await expect.poll(() => cancelled.length).toBe(1);
  await tab.until(({ status }) => status === "idle");
  expect(seen).not.toContain("streaming");
  expect([tab.state().problem, tab.texts(), world.server.started.length]).toEqual([undefined, ["human: go"], 1]);
  await tab.session.submit("next");
  await tab.until(({ status }) => status === "streaming");
  expect([cancelled.length, world.server.started.length]).toEqual([1, 2]);
});

it("and what had ended by then is shown as it ended", async () => {
  const { tab, cancelled, stopUnanswered, comeBack, gate } = openCut("startRun");
  await stopUnanswered();
  gate.resolve();
  await expect.poll(() => tab.state().problem?.code).toBe("connection_lost");
  comeBack();
  await tab.until(({ status }) => status === "idle");
  expect([cancelled, tab.texts()]).toEqual([[], ["human: go", "ai: Hello"]]);
});

it("what was stopped before it reached the server does not go out by itself, but when the person says so", async () => {
  const { tab, world, stopUnanswered, comeBack } = openCut("createThread");
  await stopUnanswered();
  expect(tab.state().problem?.code).toBe("connection_lost");
  comeBack();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([world.server.started.length, tab.state().problem?.canRetry]).toEqual([0, true]);
  void tab.session.retry();
  await tab.until(({ status }) => status === "streaming");
  expect(world.server.started).toHaveLength(1);
});

it("what is typed while such a Stop is delivered is sent, also where the server refuses to stop the run", async () => {
  const { tab, cancelled, stopUnanswered, comeBack, gate, net, world } = openCut("startRun");
  await stopUnanswered();
  const refusal = Promise.withResolvers<never>();
  net.refusal = refusal.promise;
  comeBack();
  await expect.poll(() => cancelled.length).toBe(1);
  await tab.session.submit("next");
  refusal.reject(new ToolweaveError("bad_request", "Not like that.", { context: { status: 400 } }));
  await tab.until(({ status }) => status === "streaming"); // the run that could not be stopped
  gate.resolve();
  await expect.poll(() => world.server.started.length).toBe(2);
  await tab.until(({ status }) => status === "idle");
  expect(tab.texts().filter((text) => text.startsWith("human"))).toEqual(["human: go", "human: next"]);
});
