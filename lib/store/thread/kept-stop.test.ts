import { expect, it, onTestFinished } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport } from "@/lib/transport";
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
  let page = browser.openTab();
  const open = (threadId?: string) =>
    world.openTab({
      ...(threadId === undefined ? {} : { threadId }),
      tabs: page.tabs,
      outboxStore: page.outboxStore,
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
          if (net.isDown) await lose();
          cancelled.push(runId);
          await net.refusal;
          await server.cancelRun(threadId, runId);
        },
      }),
    });
  const tab = open();
  return {
    world,
    tab,
    /** The page goes as soon as what it has is kept, and comes again. */
    reload: async (left: typeof tab, kept: string) => {
      const threadId = left.threadIds.at(-1);
      const records = async () =>
        JSON.stringify(await browser.shelf.recordsOf(JSON.stringify(["t", threadId ?? null])));
      await expect.poll(records).toContain(kept);
      left.session.dispose();
      page.close();
      page = browser.openTab();
      return open(threadId);
    },
    cancelled,
    gate,
    net,
    /** Sends, stops before the server has answered, and then learns that it cannot be reached. */
    stopUnanswered: async () => {
      await tab.session.submit("go");
      await tab.until(({ runStartedAtMs }) => runStartedAtMs !== undefined);
      if (lost === "startRun") await expect.poll(() => world.server.started.length).toBe(1);
      const stopping = tab.session.stop();
      cut.resolve();
      await stopping;
    },
    loseAgain: () => {
      net.isDown = true;
      cut.resolve();
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

/** Another device's run, behind the one that was stopped and has ended. */
async function elsewhere({ world, tab, gate }: ReturnType<typeof openCut>): Promise<string> {
  const { threadId = "" } = tab.state();
  const { server } = world;
  const mine = await server.activeRun(threadId);
  if (mine !== undefined) await server.cancelRun(threadId, mine.runId);
  const input = { messages: [{ type: "human", id: "theirs", content: "there" }] };
  const runId = await server.createRun(threadId, { assistant_id: "agent", input }, { idempotencyKey: "theirs" });
  onTestFinished(() => gate.resolve());
  return runId;
}

it("a Stop that could not be delivered outlives a reload: the run is stopped, and nothing is sent again", async () => {
  const cut = openCut("startRun");
  await cut.stopUnanswered();
  const again = await cut.reload(cut.tab, '"stop":{');
  const seen = new Set<string>();
  again.session.store.subscribe(({ status }) => seen.add(status));
  cut.comeBack();
  await expect.poll(() => cut.cancelled.length).toBe(1);
  await again.untilStatus("idle");
  expect(seen).not.toContain("streaming");
  expect([again.state().problem, again.texts(), cut.world.server.started.length]).toEqual([
    undefined,
    ["human: go"],
    1,
  ]);
});

it.each([undefined, "next"])(
  "and so does one of a run whose id was known; what was typed behind it goes out (%s)",
  async (next) => {
    const cut = openCut("startRun");
    cut.comeBack();
    await cut.tab.session.submit("go");
    const { runId } = await cut.tab.until(({ status, runId }) => status === "streaming" && runId !== undefined);
    cut.loseAgain();
    void cut.tab.session.stop();
    if (next !== undefined) await cut.tab.session.submit(next);
    const again = await cut.reload(cut.tab, next ?? `"stop":{"runId":"${runId}"`);
    await again.until(({ problem }) => problem !== undefined); // still without a network
    cut.comeBack();
    await expect.poll(() => cut.cancelled).toEqual([runId]);
    cut.gate.resolve();
    const starts = next === undefined ? 1 : 2;
    await again.until(({ status }) => status === "idle" && cut.world.server.started.length === starts);
    expect([again.state().problem, cut.cancelled]).toEqual([undefined, [runId]]);
    expect(again.texts()).toEqual(["human: go", ...(next === undefined ? [] : ["human: next", "ai: Hello"])]);
  },
);

it("what was stopped before it reached the server does not go out by itself after a reload either", async () => {
  const cut = openCut("createThread");
  await cut.stopUnanswered();
  const again = await cut.reload(cut.tab, '"stop":{');
  await again.until(({ problem }) => problem !== undefined);
  cut.comeBack();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([cut.world.server.started.length, again.texts()]).toEqual([0, ["human: go"]]);
  expect(again.state().problem?.canRetry).toBe(true);
  void again.session.retry();
  await again.until(({ status }) => status === "streaming");
  expect(cut.world.server.started).toHaveLength(1);
});

it.each([false, true])(
  "a run that another device began meanwhile is not stopped (after a reload: %s)",
  async (isReloaded) => {
    const cut = openCut("startRun");
    await cut.stopUnanswered();
    const theirs = await elsewhere(cut);
    cut.cancelled.length = 0;
    const tab = isReloaded ? await cut.reload(cut.tab, '"stop":{') : cut.tab;
    cut.comeBack();
    await tab.until(({ runId }) => runId === theirs);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([cut.cancelled, (await cut.world.server.activeRun(tab.state().threadId ?? ""))?.runId]).toEqual([
      [],
      theirs,
    ]);
    cut.gate.resolve();
    await tab.untilStatus("idle");
    expect([tab.state().problem, cut.world.server.started.length]).toEqual([undefined, 2]);
  },
);

it("and nothing that was stopped goes out because another thread was shown meanwhile", async () => {
  const cut = openCut("startRun");
  await cut.stopUnanswered();
  const { threadId } = cut.tab.state();
  await cut.tab.session.open(undefined);
  await cut.tab.session.open(threadId);
  cut.comeBack();
  await expect.poll(() => cut.cancelled.length).toBe(1);
  await cut.tab.untilStatus("idle");
  expect([cut.tab.state().problem, cut.world.server.started.length]).toEqual([undefined, 1]);
});

it("our server tells which start a run is of, so that the Stop of one whose id was lost reaches it and no other", async () => {
  const fixture = await createFixture(() => [{ pauseMs: 5_000 }, "late"]);
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: `${server.url}/api`, headers: TESTER });
  const lost = new Set<string>();
  const world = createWorld(() => {});
  onTestFinished(() => world.close());
  const wakes = new Set<() => void>();
  const cut = Promise.withResolvers<void>();
  const tab = world.openTab({
    wake: (listener) => {
      wakes.add(listener);
      return () => wakes.delete(listener);
    },
    wrap: () => ({
      ...transport,
      startRun: async function* (threadId, request, options) {
        yield await transport.createRun(threadId, request, options).then(async (runId) => {
          lost.add(runId);
          await cut.promise;
          throw new ToolweaveError("connection_lost", "The server cannot be reached.");
        });
      },
    }),
  });
  await tab.session.submit("go");
  await expect.poll(() => lost.size).toBe(1);
  const stopping = tab.session.stop();
  cut.resolve();
  await stopping;
  for (const wake of [...wakes]) wake();
  const { threadId = "" } = await tab.untilStatus("idle");
  const [runId = ""] = lost;
  expect(await transport.getRun(threadId, runId)).toMatchObject({ status: "interrupted" });
}, 20_000);
