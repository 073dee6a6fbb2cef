import { afterEach, describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { type MemoryRun, type MemoryTransport, systemClock, type Transport } from "@/lib/transport";
import { createBrowser } from "../test-support/browser";
import { createHandClock } from "../test-support/hand-clock";
import { createWorld, type Script, say } from "../test-support/session";
import { noTabs } from "./tabs";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A server, and one browser on it. `streams` counts what is open at once. */
function setUp(script: Script, { clock = systemClock } = {}) {
  const world = createWorld(script);
  const browser = createBrowser({ clock });
  opened.push(world, browser);
  const streams = { open: 0, most: 0, started: 0, joined: 0 };
  async function* counted<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
    streams.open += 1;
    streams.most = Math.max(streams.most, streams.open);
    try {
      yield* events;
    } finally {
      streams.open -= 1;
    }
  }
  const wrap = (inner: MemoryTransport): Transport => ({
    ...inner,
    startRun: (...request) => {
      streams.started += 1;
      return counted(inner.startRun(...request));
    },
    joinRun: (...request) => {
      streams.joined += 1;
      return counted(inner.joinRun(...request));
    },
  });
  return {
    ...world,
    streams,
    openTab: (options: Parameters<typeof world.openTab>[0] = {}) => {
      const { tabs, hide, close } = browser.openTab();
      return { ...world.openTab({ wrap, tabs, clock, ...options }), hide, close };
    },
  };
}

/** Says one thing, waits, says another, and keeps both. */
function twoWords() {
  const gate = Promise.withResolvers<void>();
  const script = async (run: MemoryRun) => {
    const id = `ai-${run.runId}`;
    say(run, id, "one");
    await Promise.race([gate.promise, new Promise((resolve) => run.signal.addEventListener("abort", resolve))]);
    if (run.signal.aborted) return;
    say(run, id, " two");
    run.addMessages("model", [{ type: "ai", id, content: "one two" }]);
  };
  return { gate, script };
}

describe("a tab that is still loading when a run begins elsewhere", () => {
  /** A second tab whose state comes when the test lets it. */
  async function openBoth(isSameBrowser: boolean) {
    const { gate, script } = twoWords();
    const { server, openTab } = setUp(script);
    const { thread_id: threadId } = await server.createThread({});
    const first = openTab({ threadId });
    await first.untilStatus("idle");
    const asked = Promise.withResolvers<void>();
    const coming = Promise.withResolvers<void>();
    const wrap = (inner: MemoryTransport): Transport => ({
      ...inner,
      getState: async (...request) => {
        const state = await inner.getState(...request);
        asked.resolve();
        await coming.promise;
        return state;
      },
    });
    const second = openTab({ threadId, wrap, ...(isSameBrowser ? {} : { tabs: noTabs }) });
    await asked.promise;
    const heard = new Promise<void>((resolve) => {
      second.session.listen(({ type }) => type === "run-started" && resolve());
    });
    await first.session.submit("hi");
    await first.until(() => first.texts().at(-1) === "ai: one");
    if (isSameBrowser) await heard;
    coming.resolve();
    return { gate, first, second };
  }

  it.each([
    ["in another tab of its browser", true],
    ["on another device", false],
  ])("(%s) joins it as soon as it has loaded", async (_, isSameBrowser) => {
    const { gate, second } = await openBoth(isSameBrowser);
    const beganAtMs = performance.now();
    await second.until(() => second.texts().at(-1) === "ai: one");
    expect(performance.now() - beganAtMs).toBeLessThan(1_500); // the poll alone would need 10 s
    gate.resolve();
    await second.untilStatus("idle");
    expect(second.texts()).toEqual(["human: hi", "ai: one two"]);
  });
});

describe("an idle tab", () => {
  it("sees a run that begins in another tab of the browser at once, joins it, and ends with the same", async () => {
    const { gate, script } = twoWords();
    const { server, openTab, streams } = setUp(script);
    const { thread_id: threadId } = await server.createThread({});
    const [first, second] = [openTab({ threadId }), openTab({ threadId })];
    for (const tab of [first, second]) await tab.untilStatus("idle");
    const beganAtMs = performance.now();
    await first.session.submit("hi");
    await second.until(() => second.texts().at(-1) === "ai: one");
    expect(performance.now() - beganAtMs).toBeLessThan(1_500); // the poll alone would need 10 s
    expect(second.texts()).toEqual(["human: hi", "ai: one"]);
    gate.resolve();
    for (const tab of [first, second]) await tab.untilStatus("idle");
    expect(second.texts()).toEqual(["human: hi", "ai: one two"]);
    expect(first.texts()).toEqual(second.texts());
    expect([streams.started, streams.joined]).toEqual([1, 1]);
  });

  it("that shows a failure forgets it when somebody goes on in another tab", async () => {
    const { server, openTab } = setUp(async (run) => {
      if (server.started.length === 1) {
        say(run, "a1", "half");
        throw new ToolweaveError("internal", "Broken.");
      }
      run.addMessages("model", [{ type: "ai", id: "a2", content: "whole" }]);
    });
    const { thread_id: threadId } = await server.createThread({});
    const [first, second] = [openTab({ threadId }), openTab({ threadId })];
    for (const tab of [first, second]) await tab.untilStatus("idle");
    await first.session.submit("hi");
    for (const tab of [first, second]) await tab.untilStatus("error");
    await second.session.retry();
    for (const tab of [first, second]) await tab.until((state) => state.status === "idle" && tab.texts().length === 2);
    expect(first.texts()).toEqual(["human: hi", "ai: whole"]);
    expect(second.texts()).toEqual(first.texts());
    expect(first.state().problem).toBeUndefined();
  });

  it("that is hidden looks when it is shown", async () => {
    const { gate, script } = twoWords();
    gate.resolve();
    const { server, openTab } = setUp(script);
    const { thread_id: threadId } = await server.createThread({});
    const wakes = new Set<() => void>();
    const wake = (listener: () => void) => {
      wakes.add(listener);
      return () => void wakes.delete(listener);
    };
    const [first, second] = [openTab({ threadId }), openTab({ threadId, wake })];
    for (const tab of [first, second]) await tab.untilStatus("idle");
    second.hide(true);
    await first.session.submit("hi");
    await first.until((state) => state.messageIds.length === 2 && state.status === "idle");
    expect(second.texts()).toEqual([]);
    second.hide(false);
    for (const listener of wakes) listener();
    await second.until((state) => state.messageIds.length === 2);
    expect(second.texts()).toEqual(first.texts());
  });

  it("sees what another device began within 10 s, with one small request a look", async () => {
    const { clock, advance } = createHandClock();
    const { gate, script } = twoWords();
    const { server, openTab } = setUp(script, { clock });
    const { thread_id: threadId } = await server.createThread({});
    const asked: string[] = [];
    const tab = openTab({
      threadId,
      wrap: (inner) => ({
        ...inner,
        newestRun: (...request) => {
          asked.push("newestRun");
          return inner.newestRun(...request);
        },
        getState: (...request) => {
          asked.push("getState");
          return inner.getState(...request);
        },
      }),
    });
    await tab.untilStatus("idle");
    asked.length = 0;
    await advance(60_000);
    expect(asked).toEqual(Array(6).fill("newestRun"));
    const input = { messages: [{ type: "human", id: "h", content: "hi" }] };
    await server.createRun(threadId, { assistant_id: "agent", input });
    await advance(10_000);
    await tab.until(() => tab.texts().at(-1) === "ai: one");
    gate.resolve();
    await tab.until((state) => state.runId === undefined);
    await advance(100);
    expect(tab.texts()).toEqual(["human: hi", "ai: one two"]);
  });
});

describe("eight tabs of one browser, each with a run", () => {
  it("have four streams at most, all can be stopped, and all end with what the server has", async () => {
    const { gate, script } = twoWords();
    const { server, openTab, streams } = setUp(script);
    const tabs = Array.from({ length: 8 }, () => openTab());
    for (const tab of tabs) await tab.session.submit("hi");
    for (const tab of tabs) await tab.until((state) => state.runId !== undefined && state.status === "streaming");
    expect(server.started).toHaveLength(8);
    expect(streams.most).toBe(4);
    const [stopped, streamless] = [tabs[0], tabs[7]];
    await Promise.all([stopped?.session.stop(), streamless?.session.stop()]);
    for (const tab of [stopped, streamless]) expect(tab?.state().status).toBe("idle");
    gate.resolve();
    for (const tab of tabs) {
      await tab.untilStatus("idle");
      const own = tab.messages().filter((message) => !message.isCutOff);
      const shown = { messages: own.map(({ id }) => ({ id })) };
      expect(server.threads.get(tab.state().threadId ?? "")?.state().values).toMatchObject(shown);
      expect(tab.state().problem).toBeUndefined();
    }
    expect(streams.most).toBe(4);
    expect(streams.open).toBe(0);
  }, 30_000);

  it("that has no stream says so to nobody, and goes on with one after the last event it had", async () => {
    const { gate, script } = twoWords();
    const { openTab, streams } = setUp(script);
    const tabs = Array.from({ length: 4 }, () => openTab());
    for (const tab of tabs) await tab.session.submit("hi");
    for (const tab of tabs) await tab.untilStatus("streaming");
    const fifth = openTab();
    await fifth.session.submit("hi");
    await fifth.untilStatus("streaming");
    expect(fifth.state()).toMatchObject({ reconnect: undefined, problem: undefined });
    expect(fifth.texts()).toEqual(["human: hi"]);
    await tabs[0]?.session.stop();
    await fifth.until(() => fifth.texts().at(-1) === "ai: one");
    expect(streams.most).toBe(4);
    gate.resolve();
    await fifth.untilStatus("idle");
    expect(fifth.texts()).toEqual(["human: hi", "ai: one two"]);
  });
});

describe("a hidden tab", () => {
  it("gives its stream up after 30 s, and goes on by id when it is shown, nothing doubled", async () => {
    const { clock, advance } = createHandClock();
    const { gate, script } = twoWords();
    const { openTab, streams } = setUp(script, { clock });
    const tab = openTab();
    await tab.session.submit("hi");
    await advance(100);
    expect(tab.texts()).toEqual(["human: hi", "ai: one"]);
    tab.hide(true);
    await advance(29_000);
    expect(streams.open).toBe(1);
    await advance(1_000);
    expect(streams.open).toBe(0);
    await advance(60_000);
    expect(tab.state()).toMatchObject({ status: "streaming", reconnect: undefined, problem: undefined });
    tab.hide(false);
    await advance(100);
    expect([streams.open, streams.joined]).toEqual([1, 1]);
    expect(tab.texts()).toEqual(["human: hi", "ai: one"]);
    gate.resolve();
    await advance(100);
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi", "ai: one two"]);
  });

  it("learns without a stream that its run has ended", async () => {
    const { clock, advance } = createHandClock();
    const { gate, script } = twoWords();
    const { openTab, streams } = setUp(script, { clock });
    const tab = openTab();
    await tab.session.submit("hi");
    await advance(100);
    tab.hide(true);
    await advance(30_000);
    gate.resolve();
    await advance(2_100);
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi", "ai: one two"]);
    expect(streams.joined).toBe(0);
  });
});

describe("a tab without a stream", () => {
  it("is told of a failed run in the server's words, and of a lost network", async () => {
    const { clock, advance } = createHandClock();
    const gate = Promise.withResolvers<void>();
    const network = { isLost: false };
    const { openTab } = setUp(
      async (run) => {
        say(run, "a", "one");
        await gate.promise;
        throw new ToolweaveError("internal", "The model is resting.");
      },
      { clock },
    );
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        getRun: (...request) => {
          if (network.isLost) return Promise.reject(new ToolweaveError("connection_lost", "Lost."));
          return inner.getRun(...request);
        },
      }),
    });
    tab.hide(true);
    await tab.session.submit("hi");
    await advance(100);
    expect(tab.state().runId).toBeDefined();
    network.isLost = true;
    await advance(4_000);
    expect(tab.state().reconnect).toMatchObject({ waitMs: 2_000 });
    network.isLost = false;
    await advance(2_000);
    expect(tab.state().reconnect).toBeUndefined();
    gate.resolve();
    await advance(2_100);
    await tab.untilStatus("error");
    expect(tab.state().problem?.message).toBe("The model is resting.");
  });
});

describe("a thread that is deleted elsewhere", () => {
  it("in another tab says so in words; what is typed then goes into a new thread, and nothing is lost", async () => {
    const { gate, script } = twoWords();
    const { server, openTab } = setUp(script);
    const { thread_id: threadId } = await server.createThread({});
    const [first, second] = [openTab({ threadId }), openTab({ threadId })];
    for (const tab of [first, second]) await tab.untilStatus("idle");
    await first.session.submit("hi");
    await first.untilStatus("streaming");
    await first.session.submit("queued");
    await server.deleteThread(threadId);
    second.session.announce({ type: "thread-deleted", threadId });
    await first.until(({ problem }) => problem?.message.startsWith("This thread") === true);
    expect(first.state().problem).toEqual({
      code: "not_found",
      message: "This thread was deleted, in another tab or on another device.",
      canRetry: false,
    });
    gate.resolve();
    await first.session.submit("after");
    await first.until((state) => state.messageIds.length === 4 && state.status === "idle");
    expect(first.state().threadId).not.toBe(threadId);
    expect(first.texts().filter((text) => text.startsWith("human"))).toEqual(["human: queued", "human: after"]);
  });

  it("on another device says so too, and a look that fails for another reason does not", async () => {
    const { clock, advance } = createHandClock();
    const { server, openTab } = setUp(() => {}, { clock });
    const { thread_id: threadId } = await server.createThread({});
    const network = { isLost: false };
    const tab = openTab({
      threadId,
      wrap: (inner) => ({
        ...inner,
        newestRun: (...request) => {
          if (network.isLost) return Promise.reject(new ToolweaveError("connection_lost", "Lost."));
          return inner.newestRun(...request);
        },
      }),
    });
    await tab.untilStatus("idle");
    network.isLost = true;
    await advance(10_000);
    expect(tab.state().problem).toBeUndefined();
    network.isLost = false;
    await server.deleteThread(threadId);
    await advance(10_000);
    expect(tab.state().problem?.message).toBe("This thread was deleted, in another tab or on another device.");
  });
});

it("reads again what could not be read when another device's run was noticed", async () => {
  const { clock, advance } = createHandClock();
  const { server, openTab } = setUp((run) => run.addMessages("model", [{ type: "ai", id: "a", content: "Hello" }]), {
    clock,
  });
  await server.createThread({ threadId: "t1" });
  let fails = 0;
  const tab = openTab({
    threadId: "t1",
    wrap: (inner: MemoryTransport) => ({
      ...inner,
      getState: (...request) => {
        fails -= 1;
        if (fails >= 0) return Promise.reject(new ToolweaveError("connection_lost", "Lost."));
        return inner.getState(...request);
      },
    }),
  });
  await tab.untilStatus("idle");
  const input = { messages: [{ type: "human", id: "h", content: "hi" }] };
  await server.createRun("t1", { assistant_id: "agent", input });
  fails = 1;
  await advance(10_000);
  expect(tab.texts()).toEqual([]);
  await advance(60_000);
  expect(tab.texts()).toEqual(["human: hi", "ai: Hello"]);
});
