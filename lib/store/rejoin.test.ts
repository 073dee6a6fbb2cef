import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { callPieces, createFixture, type Script, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport } from "@/lib/transport";
import { watchRuns } from "./run-watch";
import type { Tabs } from "./tabs/tabs";
import { startBreakableProxy } from "./test-support/breakable-proxy";
import { createBrowser } from "./test-support/browser";
import { createWorld } from "./test-support/session";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** Real graphs, SQLite and sockets; between the page and the server a network that breaks. */
async function setUp(script: Script) {
  let fixture = await createFixture(script);
  let server = await serve(fixture.handlers);
  const proxy = await startBreakableProxy(server.url);
  const { openTab, close } = createWorld(() => {});
  opened.push({ close }, proxy);
  onTestFinished(() => server.close());
  const identity = { isKnown: true };
  const wakes = new Set<() => void>();
  const wake = (listener: () => void) => {
    wakes.add(listener);
    return () => void wakes.delete(listener);
  };
  const transport = createHttpTransport({
    apiUrl: `${proxy.url}/api`,
    headers: () => (identity.isKnown ? TESTER : {}),
    random: () => 0,
    wake,
    limits: { maxSilenceMs: 1_000, wakeSilenceMs: 50, maxReconnectMs: 30_000 },
  });
  return {
    proxy,
    transport,
    identity,
    fixture,
    wakeUp: () => {
      for (const listener of [...wakes]) listener();
    },
    restart: async () => {
      await server.close();
      fixture = await fixture.restart();
      server = await serve(fixture.handlers);
      proxy.leadTo(server.url);
      return fixture;
    },
    openTab: (threadId?: string, tabs?: Tabs) =>
      openTab({
        wrap: () => transport,
        wake,
        ...(threadId === undefined ? {} : { threadId }),
        ...(tabs === undefined ? {} : { tabs }),
      }),
    starts: () => proxy.passed.filter(({ method, path }) => method === "POST" && path.endsWith("/runs/stream")),
  };
}

/** Forty words, 25 ms apart. */
const WORDS = Array.from({ length: 40 }, (_, n) => `word${n} `);
const slowly: Script = () => WORDS.flatMap((word) => [word, { pauseMs: 25 }]);
const ALL = ["human: hi", `ai: ${WORDS.join("")}`];

describe("a run whose connection", () => {
  it("breaks off, twice in a row, is rejoined after the last event; one message, one start (cases 118, 120)", async () => {
    const { openTab, proxy, starts } = await setUp(slowly);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().at(-1)?.includes("word5") === true);
    proxy.setDown(true);
    proxy.cut();
    await tab.until((state) => state.reconnect !== undefined);
    proxy.setDown(false);
    await expect.poll(() => proxy.streams().length).toBeGreaterThan(1);
    proxy.cut(); // whether or not an event came through
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(ALL);
    expect(starts()).toHaveLength(1);
    const cursors = proxy.streams().slice(1);
    expect(cursors.length).toBeGreaterThan(1);
    for (const { headers } of cursors) expect(headers["last-event-id"]).toMatch(/^[0-9a-f-]{36}:\d+$/);
  });

  it("that the server does not let this browser have any more, since it lost its cookie, says that", async () => {
    const { openTab, proxy, identity } = await setUp(slowly);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => (tab.texts()[1] ?? "").includes("word3"));
    identity.isKnown = false;
    proxy.cut();
    await tab.until(({ problem }) => problem?.code === "unauthenticated");
    expect(tab.state().problem).toMatchObject({ message: expect.stringContaining("not known here"), canRetry: false });
    identity.isKnown = true; // as somebody new
    await tab.session.submit("again");
    await tab.untilStatus("idle");
    expect(tab.texts()[0]).toBe("human: again");
  });

  it("falls silent behind a proxy is rejoined", async () => {
    const { openTab, proxy, starts } = await setUp(slowly);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().at(-1)?.includes("word5") === true);
    proxy.silence();
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(ALL);
    expect([starts().length, proxy.streams().length]).toEqual([1, 2]);
  });

  it("did not survive a sleep, or a change of the network, is rejoined when the page wakes", async () => {
    const { openTab, proxy, starts, wakeUp } = await setUp(slowly);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().at(-1)?.includes("word5") === true);
    proxy.silence();
    const silentAtMs = performance.now();
    await expect
      .poll(() => {
        wakeUp(); // each time that the page is shown, or the network is another
        return proxy.streams().length;
      })
      .toBe(2);
    expect(performance.now() - silentAtMs).toBeLessThan(900); // before the silence itself would be noticed
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(ALL);
    expect(starts()).toHaveLength(1);
  });

  it("ends with a restart of the server says what became of the run, and the retry answers the same message once", async () => {
    let turn = 0; // of both servers
    const { openTab, restart, transport } = await setUp(() => {
      turn += 1;
      return turn === 1 ? ["begun ", { pauseMs: 60_000 }] : ["answered"];
    });
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().at(-1) === "ai: begun ");
    await restart();
    await tab.until((state) => state.status === "error" || state.status === "idle");
    if (tab.state().status === "error") await tab.session.retry();
    else await tab.session.submit("go on");
    await tab.until(() => tab.state().status === "idle" && tab.texts().at(-1) === "ai: answered");
    expect(tab.texts().filter((text) => text === "human: hi")).toHaveLength(1);
    const { values } = await transport.getState(tab.state().threadId ?? "");
    const { messages } = values as { messages: { id: string }[] };
    expect(tab.state().messageIds).toEqual(messages.map(({ id }) => id));
  });
});

describe("a tab of a browser whose streams are all in use", () => {
  it("starts its run without one, sees it end, and can stop the next", async () => {
    const { openTab, proxy, transport } = await setUp((messages, turn) =>
      turn === 1 ? ["short"] : slowly(messages, turn),
    );
    const browser = createBrowser();
    opened.push(browser);
    for (let stream = 0; stream < 4; stream += 1) await browser.openTab().tabs.turns.take();
    const tab = openTab(undefined, browser.openTab().tabs);
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && tab.texts().length === 2);
    expect(tab.texts()).toEqual(["human: hi", "ai: short"]);
    await tab.session.submit("more");
    await tab.untilStatus("streaming");
    await tab.session.stop();
    expect(tab.state()).toMatchObject({ status: "idle", problem: undefined });
    expect((await transport.newestRun(tab.state().threadId ?? ""))?.status).toBe("interrupted");
    expect(proxy.streams()).toEqual([]);
  });

  it("starts one run however often it asks with one key", async () => {
    const { transport } = await setUp(() => ["short"]);
    const { thread_id: threadId } = await transport.createThread();
    const request = { assistant_id: "agent", input: { messages: [{ type: "human", content: "hi" }] } };
    const ids = await Promise.all(
      [1, 2, 3].map(() => transport.createRun(threadId, request, { idempotencyKey: "one" })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await transport.getRun(threadId, ids[0] ?? "")).toMatchObject({ runId: ids[0] });
    await expect(transport.getRun(threadId, crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("opening a thread", () => {
  it("joins a run that goes on with one request, and asks for no stream when none does (case 122)", async () => {
    const { openTab, proxy } = await setUp(slowly);
    const first = openTab();
    await first.session.submit("hi");
    await first.until(() => first.texts().at(-1)?.includes("word5") === true);
    const threadId = first.state().threadId ?? "";
    first.session.dispose();
    const second = openTab(threadId);
    second.session.dispose(); // as StrictMode does it
    await second.session.open(threadId);
    await second.untilStatus("idle");
    await second.until(() => second.texts().length === 2);
    expect(second.texts()).toEqual(ALL);
    expect(proxy.streams().map(({ method }) => method)).toEqual(["POST", "GET"]);
    const { searchParams } = new URL(proxy.streams()[1]?.path ?? "", proxy.url);
    expect(searchParams.getAll("stream_mode")).toEqual(["messages-tuple", "updates", "custom", "tools"]); // case 116
    const third = openTab(threadId);
    await third.untilStatus("idle");
    expect(third.texts()).toEqual(ALL);
    expect(third.state().problem).toBeUndefined();
    expect(proxy.streams()).toHaveLength(2);
  });
});

describe("Stop", () => {
  it("after a reload ends the stream that was rejoined, and nothing that the server still says is shown (case 106)", async () => {
    const { openTab, proxy, fixture } = await setUp(slowly);
    const first = openTab();
    await first.session.submit("hi");
    await first.until(() => first.texts().at(-1)?.includes("word5") === true);
    first.session.dispose();
    const second = openTab(first.state().threadId ?? "");
    await second.until(() => second.texts().at(-1)?.includes("word9") === true);
    await second.session.stop();
    const stopped = second.texts();
    expect(second.state()).toMatchObject({ status: "idle", runId: undefined, problem: undefined });
    await expect.poll(() => proxy.streams().filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(fixture.model.abortedTurns).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200)); // eight words of a run that went on
    expect(second.texts()).toEqual(stopped);
  });

  it("before the first event stops the run as soon as its id is known, and shows no text (case 108)", async () => {
    const { openTab, fixture, transport } = await setUp((messages, turn) => [
      { pauseMs: 500 },
      ...slowly(messages, turn),
    ]);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.session.stop();
    expect(tab.texts()).toEqual(["human: hi"]);
    const threadId = tab.state().threadId ?? "";
    expect(await transport.activeRun(threadId)).toBeUndefined();
    expect((await transport.newestRun(threadId))?.status).toBe("interrupted");
    expect(fixture.reported).toEqual([]);
  });

  it("is no error: nothing rejects unheard, no problem is shown, what was written stays (case 110)", async () => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", listen);
    onTestFinished(() => void process.off("unhandledRejection", listen));
    const { openTab } = await setUp(slowly);
    const tab = openTab();
    const problems: unknown[] = [];
    tab.session.store.subscribe(({ problem }) => problem && problems.push(problem));
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().at(-1)?.includes("word5") === true);
    await tab.session.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([unheard, problems]).toEqual([[], []]);
    expect(tab.texts().at(-1)).toContain("word5");
  });

  it("in another tab ends the run as stopped here too, and what is queued here waits", async () => {
    const { openTab, proxy, starts } = await setUp(slowly);
    const browser = createBrowser();
    opened.push(browser);
    const first = openTab(undefined, browser.openTab().tabs);
    const ends: string[] = [];
    const hear = ({ session }: typeof first) =>
      watchRuns(session.store, () => ({ onRunEnd: ({ outcome }) => ends.push(outcome) }));
    hear(first);
    await first.session.submit("hi");
    await first.until(() => (first.texts()[1] ?? "").includes("word3"));
    const second = openTab(first.state().threadId, browser.openTab().tabs);
    hear(second);
    await second.untilStatus("streaming");
    await first.session.submit("later");
    await second.session.stop();
    for (const tab of [first, second]) await tab.untilStatus("idle");
    expect(ends).toEqual(["stopped", "stopped"]);
    expect(first.state().queue.map(({ text }) => text)).toEqual(["later"]);
    expect(starts()).toHaveLength(1);
    expect(proxy.passed.filter(({ path }) => path.includes("/cancel"))).toHaveLength(1);
  });

  it("and sending at once leaves the second run alone (case 112)", async () => {
    const { openTab } = await setUp((messages, turn) => (turn === 1 ? slowly(messages, turn) : ["second"]));
    const tab = openTab();
    await tab.session.submit("one");
    await tab.until(() => tab.texts().at(-1)?.includes("word5") === true);
    const stopping = tab.session.stop();
    await tab.session.submit("two");
    await stopping;
    await tab.until((state) => state.status === "idle" && tab.texts().at(-1) === "ai: second");
    expect(tab.texts().filter((text) => !text.startsWith("ai: word"))).toEqual([
      "human: one",
      "human: two",
      "ai: second",
    ]);
  });
});

describe("a call that a failure left open", () => {
  it("is called failed, not cancelled, and has a result in the next request (case 114)", async () => {
    const tooMany = Object.assign(new Error("429 Too many requests"), { status: 429 });
    const { openTab, fixture } = await setUp((_messages, turn) =>
      turn === 1 ? [...callPieces(0, "k1", "add", { a: 1, b: 2 }), { fail: tooMany }] : ["fine"],
    );
    const tab = openTab();
    await tab.session.submit("add");
    await tab.untilStatus("error");
    for (const call of tab.calls()) expect(["failed", "invalid"]).toContain(call.phase);
    await tab.session.submit("go on");
    await tab.until((state) => state.status === "idle" && tab.texts().at(-1) === "ai: fine");
    const asked = fixture.model.asked.at(-1) ?? [];
    const called = asked.flatMap((message) =>
      "tool_calls" in message ? (message.tool_calls as { id: string }[]) : [],
    );
    const answered = asked.flatMap((message) => ("tool_call_id" in message ? [message.tool_call_id] : []));
    expect(answered).toEqual(called.map(({ id }) => id));
  });
});

describe("what the server writes", () => {
  it("holds no bare line break in a value, says so to no proxy, and gives the very same text (cases 101, 103)", async () => {
    const text = "line one\nline two\r\n\nline four\r";
    const { openTab, proxy } = await setUp(() => [text]);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("idle");
    expect(tab.messages().at(-1)?.text).toBe(text);
    const { runs } = await readRaw(proxy.url, tab.state().threadId ?? "");
    for (const { headers, raw } of runs) {
      expect(headers.get("x-accel-buffering")).toBe("no");
      expect(raw.endsWith("\n\n")).toBe(true);
      for (const line of raw.split("\n")) expect(line).toMatch(/^(|:.*|event: \S+|id: \S+|data: .*)$/);
      for (const line of raw.split("\n").filter((one) => one.startsWith("data: "))) JSON.parse(line.slice(6));
    }
  });

  it("never is an error without data (case 105)", async () => {
    const { openTab, proxy } = await setUp(() => [{ fail: new ToolweaveError("internal", "no") }]);
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    const { runs } = await readRaw(proxy.url, tab.state().threadId ?? "");
    for (const { raw } of runs) expect(raw).toMatch(/event: error\ndata: \{.+\}\n/);
  });
});

/** A new run's stream, and the same run's once more from its beginning, as bytes. */
async function readRaw(url: string, threadId: string) {
  const place = `${url}/api/threads/${threadId}/runs`;
  const input = { messages: [{ type: "human", content: "again" }] };
  const started = await fetch(`${place}/stream`, {
    method: "POST",
    headers: { ...TESTER, "content-type": "application/json" },
    body: JSON.stringify({ assistant_id: "agent", input, stream_mode: ["messages-tuple", "updates"] }),
  });
  const first = { headers: started.headers, raw: await started.text() };
  const way = `${url}/api${started.headers.get("location")}`;
  const joined = await fetch(way, { headers: { ...TESTER, "last-event-id": "-1" } });
  return { runs: [first, { headers: joined.headers, raw: await joined.text() }] };
}
