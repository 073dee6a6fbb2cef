import { KEY_HEADERS, type RunningServer } from "../support/server";
import { expect, test } from "../support/test";

type Message = { readonly type: string; readonly content: string };
type Event = { readonly event: string; readonly data: unknown };

const ask = (content: string) => ({
  assistant_id: "agent",
  input: { messages: [{ type: "human", content }] },
  stream_mode: ["messages-tuple"],
});

/** A client of a server that is about to end. */
function clientOf({ url }: RunningServer) {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...KEY_HEADERS, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };

  async function newThread(): Promise<string> {
    return (await call("POST", "/threads", {})).body.thread_id;
  }

  /** Starts a run and reads it until its first words; `rest` resolves with all events when the stream has ended. */
  async function startRun(threadId: string, question: string) {
    const response = await fetch(`${url}/api/threads/${threadId}/runs/stream`, {
      method: "POST",
      headers: { ...KEY_HEADERS, "content-type": "application/json" },
      body: JSON.stringify(ask(question)),
    });
    const runId = response.headers.get("content-location")?.split("/").at(-1) ?? "";
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error("there is a stream");
    let text = "";
    while (wordsOf(readEvents(text)) === "") {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the run ended early: ${text}`);
      text += value;
    }
    const rest = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return readEvents(text);
        text += value;
      }
    })();
    return { runId, rest };
  }

  const messagesOf = async (threadId: string): Promise<Message[]> =>
    (await call("GET", `/threads/${threadId}/state`)).body.values.messages ?? [];

  /** Asks something else and waits for the answer. */
  async function goOn(threadId: string): Promise<void> {
    const before = await messagesOf(threadId);
    const answer = await call("POST", `/threads/${threadId}/runs/wait`, ask("What is 2 * 21?"));
    expect(answer.status).toBe(200);
    const after = await messagesOf(threadId);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ type: "ai", content: expect.stringContaining("42") });
    expect((await call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  }

  return { call, newThread, startRun, messagesOf, goOn };
}

function readEvents(text: string): Event[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((block) => {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      return event && data ? [{ event, data: JSON.parse(data) }] : [];
    });
}

function wordsOf(events: readonly Event[]): string {
  return events
    .filter(({ event }) => event === "messages")
    .map(({ data }) => (data as [Message])[0])
    .map(({ type, content }) => (type.startsWith("ai") || type.startsWith("AI") ? content : ""))
    .join("");
}

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "40" } });

test.describe("the end of the server's process", () => {
  test("SIGTERM: takes no new runs, lets a short one end, stops a long one as Stop does, and exits within 10 s", async ({
    server,
  }) => {
    const { call, newThread, startRun, messagesOf, goOn } = clientOf(server);
    const [long, short, late] = [await newThread(), await newThread(), await newThread()];
    const longRun = await startRun(long, "Write a long text");
    const shortRun = await startRun(short, "What is 3 * 12?");
    const ending = server.end("SIGTERM");
    await expect
      .poll(async () => (await call("POST", `/threads/${late}/runs`, ask("hello"))).status, { intervals: [20] })
      .toBe(503);
    const refused = await call("POST", `/threads/${late}/runs/stream`, ask("hello"));
    expect(refused).toMatchObject({ status: 503, body: { code: "shutting_down" } });
    const [longEvents, shortEvents] = [await longRun.rest, await shortRun.rest];
    expect(shortEvents.map(({ event }) => event)).not.toContain("error");
    expect(shortEvents.at(-1)?.event).toBe("end");
    expect(longEvents.slice(-2)).toMatchObject([
      { event: "error", data: { code: "server_stopped", message: expect.stringContaining("The server was stopped") } },
      { event: "end" },
    ]);
    const { exitCode, tookMs } = await ending;
    expect(exitCode).toBe(0);
    expect(tookMs).toBeLessThan(10_000);

    await server.start();
    expect((await call("GET", `/threads/${short}/runs/${shortRun.runId}`)).body.status).toBe("success");
    expect((await call("GET", `/threads/${long}/runs/${longRun.runId}`)).body).toMatchObject({
      status: "interrupted",
      error: { code: "server_stopped" },
    });
    expect((await call("GET", `/threads/${long}`)).body.status).toBe("idle");
    const kept = (await messagesOf(long)).at(-1);
    expect(kept).toMatchObject({ type: "ai", content: wordsOf(longEvents) });
    expect((await messagesOf(short)).at(-1)).toMatchObject({ type: "ai", content: expect.stringContaining("36") });
    await goOn(long);
    await goOn(short);
  });

  test("SIGKILL: what was running is an error that says why, and its thread goes on from its last checkpoint", async ({
    server,
  }) => {
    const { call, newThread, startRun, messagesOf, goOn } = clientOf(server);
    const [cut, waiting] = [await newThread(), await newThread()];
    await call("POST", `/threads/${waiting}/runs/wait`, ask("Where am I?"));
    expect((await call("GET", `/threads/${waiting}`)).body.status).toBe("interrupted");
    const run = await startRun(cut, "Write a long text");
    const broken = run.rest.then(
      () => "ended",
      () => "broken",
    );
    expect((await server.end("SIGKILL")).exitCode).toBeNull();
    expect(await broken).toBe("broken");

    await server.start();
    const { body: settled } = await call("GET", `/threads/${cut}/runs/${run.runId}`);
    expect(settled).toMatchObject({ status: "error", error: { code: "server_restarted" } });
    expect((await call("GET", `/threads/${cut}`)).body.status).toBe("error");
    expect((await messagesOf(cut)).map(({ content }) => content)).toEqual(["Write a long text"]);
    const joined = await fetch(`${server.url}/api/threads/${cut}/runs/${run.runId}/stream`, { headers: KEY_HEADERS });
    const events = readEvents(await joined.text());
    expect(events.map(({ event }) => event).slice(-2)).toEqual(["error", "end"]);
    expect(events.at(-2)?.data).toMatchObject({ code: "server_restarted" });
    await goOn(cut);
    expect((await call("GET", `/threads/${waiting}`)).body.status).toBe("interrupted");
  });
});

test.describe("a page that shows a run while the server ends", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    test(`${signal}: what was shown stays on it, and it goes on when the server is back`, async ({
      chat,
      page,
      server,
    }) => {
      await chat.open();
      await chat.send("Write a long text");
      await expect(chat.log).toContainText(/warp is the set of threads/);
      await server.restart(signal);
      await expect(page.getByRole("button", { name: "Stop" })).toBeHidden({ timeout: 60_000 });
      await expect(chat.log).toContainText(/warp is the set of threads/);
      const goOn = page.getByRole("button", { name: "Continue", exact: true });
      if (signal === "SIGTERM") {
        await expect(page.getByRole("status").filter({ hasText: "The server was stopped" })).toBeVisible();
        await page.reload();
        await expect(chat.log).toContainText(/warp is the set of threads/);
        await goOn.click();
        await expect(chat.log).toContainText("Please go on.");
      }
      await expect(goOn).toBeHidden();
      await chat.send("What is 2 * 21?");
      await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
    });
  }
});
