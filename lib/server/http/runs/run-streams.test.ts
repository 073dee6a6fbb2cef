import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readAll, readEvents, type SentEvent, TESTER } from "../../test-support/client";
import { createFixture, type Fixture } from "../../test-support/fixture";
import type { Piece } from "../../test-support/scripted-model";
import { serve } from "../../test-support/serve";

const HELLO = { messages: [{ type: "human", id: "question", content: "hello" }] };
const WORDS = 200;

/** Many words, with a breath every twenty so that readers see them come. */
const manyWords = (): Piece[] =>
  Array.from({ length: WORDS }, (_, index): Piece[] =>
    index % 20 === 19 ? [`w${index} `, { pauseMs: 2 }] : [`w${index} `],
  ).flat();

const ALL_WORDS = Array.from({ length: WORDS }, (_, index) => `w${index} `).join("");

async function onSockets(script: () => Piece[]): Promise<Fixture & { url: string; threadId: string }> {
  const fixture = await createFixture(script);
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  return { ...fixture, url: `${server.url}/api`, threadId: await fixture.client.newThread() };
}

function start(url: string, threadId: string, signal?: AbortSignal, more: object = {}): Promise<Response> {
  return fetch(`${url}/threads/${threadId}/runs/stream`, {
    method: "POST",
    headers: { ...TESTER, "content-type": "application/json" },
    body: JSON.stringify({ assistant_id: "agent", stream_mode: ["messages-tuple", "updates"], input: HELLO, ...more }),
    ...(signal ? { signal } : {}),
  });
}

function join(url: string, place: string, lastEventId?: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}${place}/stream`, {
    headers: { ...TESTER, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    ...(signal ? { signal } : {}),
  });
}

const textOf = (events: SentEvent[]) =>
  events
    .flatMap(({ event, data }) => (event === "messages" ? [(data as [{ content: string }])[0].content] : []))
    .join("");

/** Reads some events and cuts the connection. */
async function readSome(response: Response, count: number, connection: AbortController): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of readEvents(response)) {
    events.push(event);
    if (events.length === count) break;
  }
  connection.abort();
  return events;
}

describe("a run's stream over a real connection", () => {
  test("has the headers that keep it alive and lead back to it (case 103)", async () => {
    const { url, threadId } = await onSockets(manyWords);
    const response = await start(url, threadId);
    const events = await readAll(response);
    const runId = events[0]?.id.split(":")[0];
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "content-location": `/threads/${threadId}/runs/${runId}`,
      location: `/threads/${threadId}/runs/${runId}/stream`,
    });
    expect(textOf(events)).toBe(ALL_WORDS);
    expect(events.at(-1)).toMatchObject({ event: "end", data: null });
  });

  test("goes on when its reader leaves, and is read again from any event without loss or doubles", async () => {
    const { url, threadId } = await onSockets(manyWords);
    const connection = new AbortController();
    const response = await start(url, threadId, connection.signal);
    const place = response.headers.get("content-location") ?? "";
    const events = await readSome(response, 7, connection);
    for (let cuts = 0; events.at(-1)?.event !== "end"; cuts += 1) {
      const next = new AbortController();
      events.push(...(await readSome(await join(url, place, events.at(-1)?.id, next.signal), 13 + cuts, next)));
    }
    expect(textOf(events)).toBe(ALL_WORDS);
    expect(events.map(({ id }) => Number(id.split(":")[1]))).toEqual(events.map((_, index) => index));
    expect(await readAll(await join(url, place, "-1"))).toEqual(events);
  });

  test("is the same for two readers, one of them slow to begin", async () => {
    const { url, threadId } = await onSockets(manyWords);
    const first = await start(url, threadId);
    const place = first.headers.get("content-location") ?? "";
    const second = await join(url, place, "-1");
    const [one, two] = await Promise.all([readAll(first), readAll(second)]);
    expect(two).toEqual(one);
  });

  test("without Last-Event-ID brings what comes from now on", async () => {
    const { url, threadId } = await onSockets(() => ["before ", { pauseMs: 100 }, "after"]);
    const first = await start(url, threadId);
    const reading = readEvents(first);
    while ((await reading.next()).value?.event !== "messages");
    const second = await readAll(await join(url, first.headers.get("content-location") ?? ""));
    expect(textOf(second)).toBe("after");
    await reading.return(undefined);
    const place = first.headers.get("content-location") ?? "";
    await (await fetch(`${url}${place}/join`, { headers: TESTER })).text();
    const late = await readAll(await join(url, place));
    expect(late.map(({ event }) => event)).toEqual(["metadata", "end"]);
  });

  test("refuses a cursor of another run, and one that is none", async () => {
    const { url, threadId } = await onSockets(manyWords);
    const response = await start(url, threadId);
    await response.text();
    const place = response.headers.get("content-location") ?? "";
    for (const cursor of ["soon", `${crypto.randomUUID()}:3`]) {
      const refused = await join(url, place, cursor);
      expect([refused.status, await refused.json()]).toMatchObject([400, { field: "Last-Event-ID" }]);
    }
  });

  test("of a reader that asked for it stops the run when the reader leaves", async () => {
    const { url, threadId, client, model } = await onSockets(() => ["one ", { pauseMs: 60_000 }]);
    const connection = new AbortController();
    const response = await start(url, threadId, connection.signal, { on_disconnect: "cancel" });
    const runId = response.headers.get("content-location")?.split("/").at(-1);
    await readSome(response, 2, connection);
    await client.call("GET", `/threads/${threadId}/runs/${runId}/join`);
    expect(model.abortedTurns).toBe(1);
    expect((await client.call("GET", `/threads/${threadId}/runs/${runId}`)).body.status).toBe("interrupted");
  });

  test.each(["wait", "join"])("of who waits for the answer (%s) stops the run when they leave", async (way) => {
    const { url, threadId, client, model } = await onSockets(() => ["one ", { pauseMs: 60_000 }]);
    const body = { assistant_id: "agent", input: HELLO, ...(way === "wait" && { on_disconnect: "cancel" }) };
    const connection = new AbortController();
    const path = `${url}/threads/${threadId}/runs`;
    const post = (place: string, signal?: AbortSignal) =>
      fetch(place, {
        method: "POST",
        headers: { ...TESTER, "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    const started = way === "wait" ? undefined : ((await (await post(path)).json()) as { run_id: string });
    const waiting =
      started === undefined
        ? post(`${path}/wait`, connection.signal)
        : fetch(`${path}/${started.run_id}/join?cancel_on_disconnect=1`, {
            headers: TESTER,
            signal: connection.signal,
          });
    const left = waiting.then((response) => response.text()).catch(() => "left");
    await vi.waitFor(() => expect(model.asked).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50)); // the headers are there
    connection.abort();
    expect(await left).toBe("left");
    await vi.waitFor(async () => {
      const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
      expect(runs[0].status).toBe("interrupted");
    });
  });

  test("loses nothing of a model that never yields, with tracing on", async () => {
    const tracer = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
    await new Promise<void>((resolve) => tracer.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void tracer.close());
    vi.stubEnv("LANGSMITH_TRACING", "true");
    vi.stubEnv("LANGSMITH_API_KEY", "none");
    vi.stubEnv("LANGSMITH_ENDPOINT", `http://127.0.0.1:${(tracer.address() as AddressInfo).port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const words = Array.from({ length: 20_000 }, (_, index) => `${index} `);
    const { url, threadId } = await onSockets(() => words);
    expect(textOf(await readAll(await start(url, threadId)))).toBe(words.join(""));
  });
});

describe("a run without a stream", () => {
  test("answers with the final state when it is waited for", async () => {
    const { client } = await createFixture(() => ["hi ", "there"]);
    const threadId = await client.newThread();
    const { body } = await client.call("POST", `/threads/${threadId}/runs/wait`, {
      assistant_id: "agent",
      input: HELLO,
    });
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(["hello", "hi there"]);
    const { body: started } = await client.call("POST", `/threads/${threadId}/runs`, {
      assistant_id: "agent",
      input: HELLO,
    });
    expect(started.status).toBe("running");
    const joined = await client.call("GET", `/threads/${threadId}/runs/${started.run_id}/join`);
    expect(joined.body.messages).toHaveLength(3); // the same human message id replaces itself
  });

  test("answers with its failure when it is waited for", async () => {
    const { client } = await createFixture(() => [{ fail: Object.assign(new Error("no"), { status: 500 }) }]);
    const threadId = await client.newThread();
    const { body } = await client.call("POST", `/threads/${threadId}/runs/wait`, {
      assistant_id: "agent",
      input: HELLO,
    });
    expect(body).toEqual({ __error__: expect.objectContaining({ code: "provider_error" }) });
  });

  test("is listed with the newest first, in pages and by status", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    for (let index = 0; index < 3; index += 1) await client.run(threadId, { input: HELLO, metadata: { index } });
    const list = async (query: string) =>
      (await client.call("GET", `/threads/${threadId}/runs${query}`)).body.map(
        (run: { metadata: { index: number } }) => run.metadata.index,
      );
    expect(await list("")).toEqual([2, 1, 0]);
    expect(await list("?limit=1&offset=1")).toEqual([1]);
    expect(await list("?status=error")).toEqual([]);
  });
});

describe("the same Idempotency-Key", () => {
  test("is the same run, told from its beginning", async () => {
    const { client, model } = await createFixture(manyWords);
    const threadId = await client.newThread();
    const send = () => client.startStream(threadId, { input: HELLO }, { "idempotency-key": "key-1" });
    const [one, two] = await Promise.all([send(), send()].map(async (response) => readAll(await response)));
    expect(two).toEqual(one);
    expect(await readAll(await send())).toEqual(one);
    expect(model.asked).toHaveLength(1);
  });

  test("with another body is a conflict", async () => {
    const { client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    await (await client.startStream(threadId, { input: HELLO }, { "idempotency-key": "key-1" })).text();
    const other = await client.startStream(
      threadId,
      { input: HELLO, metadata: { a: 1 } },
      { "idempotency-key": "key-1" },
    );
    expect([other.status, await other.json()]).toMatchObject([409, { code: "conflict" }]);
  });
});

describe("the event log", () => {
  test("that has forgotten a settled run leaves its end, so that the client reads the state", async () => {
    const { client } = await createFixture(manyWords, { eventLog: { keepMs: 0 } });
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: HELLO });
    const runId = events[0]?.id.split(":")[0];
    await new Promise((resolve) => setTimeout(resolve, 5));
    const response = await client.send("GET", `/threads/${threadId}/runs/${runId}/stream`, undefined, {
      "last-event-id": "-1",
    });
    expect((await readAll(response)).map(({ event }) => event)).toEqual(["metadata", "end"]);
  });

  test("stays under its bound: a reader of what is gone is told so", async () => {
    const { client } = await createFixture(
      () => [...Array.from({ length: 300 }, () => "x".repeat(100)), { pauseMs: 60_000 }],
      {
        eventLog: { maxBytes: 20_000 },
      },
    );
    const threadId = await client.newThread();
    const response = await client.startStream(threadId, { input: HELLO });
    const runId = response.headers.get("content-location")?.split("/").at(-1);
    const cursor = { "last-event-id": "-1" };
    const rejoin = () => client.send("GET", `/threads/${threadId}/runs/${runId}/stream`, undefined, cursor);
    let refused = await rejoin();
    while (refused.status === 200) {
      await refused.body?.cancel();
      await new Promise((resolve) => setImmediate(resolve));
      refused = await rejoin();
    }
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: "events_gone" }]);
    const events = await readAll(response);
    expect(events.at(-1)).toMatchObject({ event: "error", data: { code: "events_gone" } });
    await client.call("POST", `/threads/${threadId}/runs/${runId}/cancel?wait=1`);
  });
});
