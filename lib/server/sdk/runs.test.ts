import { describe, expect, test } from "vitest";
import { TESTER } from "../test-support/client";
import { createCuttingProxy } from "../test-support/cutting-proxy";
import { callPieces, type Piece } from "../test-support/scripted-model";
import { collect, createSdk, createSdkFixture, hello, refusal } from "../test-support/sdk";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
type State = { messages: { content: string; type: string; id: string }[] };
const contents = (values: unknown) => (values as State).messages.map(({ content }) => content);

const contentOf = (pair: unknown) => (pair as [{ content: string }])[0].content;

const slowly: readonly Piece[] = ["one ", { pauseMs: 60_000 }, "two"];
const words = Array.from({ length: 60 }, (_, index): Piece[] => [`w${index} `, { pauseMs: 2 }]).flat();
const allWords = Array.from({ length: 60 }, (_, index) => `w${index} `).join("");

describe("client.runs", () => {
  test("creates, lists, reads, joins and deletes runs", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    const { thread_id: threadId } = await sdk.threads.create();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const run = await sdk.runs.create(threadId, "bare", { input: hello(`${index}`), metadata: { index } });
      expect(run).toMatchObject({ thread_id: threadId, assistant_id: "bare", metadata: { index } });
      expect(contents(await sdk.runs.join(threadId, run.run_id))).toHaveLength(2 * index + 2);
      ids.unshift(run.run_id);
    }
    const listed = async (options: object) => (await sdk.runs.list(threadId, options)).map(({ run_id }) => run_id);
    expect(await listed({})).toEqual(ids);
    expect(await listed({ limit: 1, offset: 1 })).toEqual([ids[1]]);
    expect(await listed({ status: "error" })).toEqual([]);
    expect(await sdk.runs.list(threadId, { limit: 1, select: ["run_id", "status"] })).toEqual([
      { run_id: ids[0], status: "success" },
    ]);
    const [first = "", ...others] = ids;
    expect(await sdk.runs.get(threadId, first)).toMatchObject({ status: "success" });
    await sdk.runs.delete(threadId, first);
    expect(await listed({})).toEqual(others);
    expect(await refusal(sdk.runs.get(threadId, first))).toEqual({ status: 404, code: "not_found" });
    expect(await refusal(sdk.runs.delete(threadId, first))).toEqual({ status: 404, code: "not_found" });
  });

  test("refuses a run on a thread that is not there, unless it may be made", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    for (const multitaskStrategy of ["reject", "enqueue"] as const) {
      const call = sdk.runs.create(UNKNOWN, "bare", { input: hello(), multitaskStrategy });
      expect(await refusal(call)).toMatchObject({ status: 404, code: "not_found" });
    }
    expect(contents(await sdk.runs.wait(UNKNOWN, "bare", { input: hello(), ifNotExists: "create" }))).toEqual([
      "hello",
      "hi",
    ]);
    expect(await refusal(sdk.runs.create(UNKNOWN, "nobody", { input: hello() }))).toMatchObject({ status: 404 });
    expect(await refusal(sdk.runs.create(UNKNOWN, "bare", { input: hello(), afterSeconds: 5 }))).toMatchObject({
      status: 422,
      field: "after_seconds",
    });
  });

  test("tells a failed run as a failure, with its own name and words", async () => {
    const { sdk } = await createSdkFixture(() => [{ fail: new TypeError("boom happened") }]);
    const { thread_id: threadId } = await sdk.threads.create();
    await expect(sdk.runs.wait(threadId, "bare", { input: hello() })).rejects.toThrow("TypeError: boom happened");
    expect((await sdk.threads.get(threadId)).status).toBe("error");
    expect(await sdk.runs.list(threadId)).toMatchObject([{ status: "error" }]);
  });

  test("stops a run at once or waits for its end, and keeps what it said", async () => {
    const { sdk, model } = await createSdkFixture(() => slowly);
    const { thread_id: threadId } = await sdk.threads.create();
    for await (const event of sdk.runs.stream(threadId, "bare", { input: hello(), streamMode: "messages-tuple" })) {
      if (event.event === "metadata") continue;
      const [run] = await sdk.runs.list(threadId);
      await sdk.runs.cancel(threadId, run?.run_id ?? "", true);
      break;
    }
    expect(model.abortedTurns).toBe(1);
    expect(await sdk.runs.list(threadId)).toMatchObject([{ status: "interrupted" }]);
    const thread = await sdk.threads.get<State>(threadId);
    expect([thread.status, contents(thread.values)]).toEqual(["idle", ["hello", "one "]]);
    const { run_id: runId } = await sdk.runs.create(threadId, "bare", { input: hello() });
    await sdk.runs.cancel(threadId, runId); // 202: told to stop
    await sdk.runs.join(threadId, runId);
    expect((await sdk.runs.get(threadId, runId)).status).toBe("interrupted");
    await sdk.runs.cancel(threadId, runId, true); // nothing left to do
    expect(await refusal(sdk.runs.cancel(threadId, UNKNOWN))).toMatchObject({ status: 404 });
  });

  test("takes a run back with everything it wrote", async () => {
    const { sdk } = await createSdkFixture((_, turn) => (turn === 1 ? ["hi"] : slowly));
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.wait(threadId, "bare", { input: hello("kept") });
    const before = [await sdk.threads.getHistory(threadId), (await sdk.threads.get(threadId)).values];
    const { run_id: runId } = await sdk.runs.create(threadId, "bare", { input: hello("gone") });
    await sdk.runs.cancel(threadId, runId, true, "rollback");
    expect([await sdk.threads.getHistory(threadId), (await sdk.threads.get(threadId)).values]).toEqual(before);
    expect((await sdk.threads.get(threadId)).status).toBe("idle");
    expect(await sdk.runs.list(threadId)).toHaveLength(1);
    const { run_id: deleted } = await sdk.runs.create(threadId, "bare", { input: hello("gone too") });
    await sdk.runs.delete(threadId, deleted);
    expect([await sdk.threads.getHistory(threadId), (await sdk.threads.get(threadId)).values]).toEqual(before);
  });

  test("a thread whose only run is taken back is as if nothing had been", async () => {
    const { sdk } = await createSdkFixture(() => slowly);
    const { thread_id: threadId } = await sdk.threads.create();
    const { run_id: runId } = await sdk.runs.create(threadId, "bare", { input: hello() });
    await sdk.runs.cancel(threadId, runId, true, "rollback");
    const thread = await sdk.threads.get(threadId);
    expect([thread.status, thread.values, thread.interrupts]).toEqual(["idle", undefined, {}]);
    expect(await sdk.threads.getHistory(threadId)).toEqual([]);
  });
});

describe("a second run on a thread", () => {
  const second = { input: { messages: [{ type: "human" as const, content: "second" }] } };
  const script = (_: unknown, turn: number) => (turn === 1 ? slowly : ["done"]);

  test("is refused by default", async () => {
    const { sdk } = await createSdkFixture(script);
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.create(threadId, "bare", { input: hello("first") });
    expect(await refusal(sdk.runs.create(threadId, "bare", second))).toMatchObject({ status: 422, code: "busy" });
  });

  test("waits for its turn with enqueue", async () => {
    const { sdk } = await createSdkFixture((_, turn) => (turn === 1 ? ["one ", { pauseMs: 50 }, "two"] : ["done"]));
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.create(threadId, "bare", { input: hello("first") });
    const result = await sdk.runs.wait(threadId, "bare", { ...second, multitaskStrategy: "enqueue" });
    expect(contents(result)).toEqual(["first", "one two", "second", "done"]);
  });

  test("stops the first with interrupt, and keeps what that said", async () => {
    const { sdk } = await createSdkFixture(script);
    const { thread_id: threadId } = await sdk.threads.create();
    const first = sdk.runs.stream(threadId, "bare", { input: hello("first"), streamMode: "messages-tuple" });
    for await (const { event } of first) if (event === "messages") break;
    const result = await sdk.runs.wait(threadId, "bare", { ...second, multitaskStrategy: "interrupt" });
    expect(contents(result)).toEqual(["first", "one ", "second", "done"]);
    expect((await sdk.runs.list(threadId)).map(({ status }) => status)).toEqual(["success", "interrupted"]);
  });

  test("removes the first with rollback", async () => {
    const { sdk } = await createSdkFixture(script);
    const { thread_id: threadId } = await sdk.threads.create();
    const { run_id: gone } = await sdk.runs.create(threadId, "bare", { input: hello("first") });
    const result = await sdk.runs.wait(threadId, "bare", { ...second, multitaskStrategy: "rollback" });
    expect(contents(result)).toEqual(["second", "done"]);
    expect((await sdk.runs.list(threadId)).map(({ status }) => status)).toEqual(["success"]);
    expect(await refusal(sdk.runs.get(threadId, gone))).toMatchObject({ status: 404 });
    const states = await sdk.threads.getHistory<State>(threadId);
    expect(states.some(({ values }) => contents({ messages: values.messages ?? [] }).includes("first"))).toBe(false);
  });

  test("that takes back an answer leaves the question as it was", async () => {
    const { sdk } = await createSdkFixture((messages) =>
      messages.at(-1)?.getType() === "tool" ? slowly : callPieces(0, "call-1", "get_location", {}),
    );
    const { thread_id: threadId } = await sdk.threads.create();
    await sdk.runs.wait(threadId, "agent", { input: hello() });
    const before = await sdk.threads.getState(threadId);
    const { run_id: runId } = await sdk.runs.create(threadId, "agent", { command: { resume: { latitude: 1 } } });
    await sdk.runs.cancel(threadId, runId, true, "rollback");
    expect(await sdk.threads.getState(threadId)).toEqual(before);
    expect((await sdk.threads.get(threadId)).status).toBe("interrupted");
    expect(before.tasks[0]?.interrupts).toHaveLength(1);
  });
});

describe("a stream whose connection is lost", () => {
  test("is taken up again by the client itself, at the place that Location names", async () => {
    const { url, sdk } = await createSdkFixture(() => words);
    const { thread_id: threadId } = await sdk.threads.create();
    const proxy = await createCuttingProxy(new URL(url).origin, 1, 2_000);
    const created: unknown[] = [];
    const events = await collect(
      createSdk(`${proxy.url}/api`).runs.stream(threadId, "bare", {
        input: hello(),
        streamMode: "messages-tuple",
        streamResumable: true,
        onRunCreated: (run) => created.push(run),
      }),
    );
    const text = events.flatMap(({ event, data }) => (event === "messages" ? [contentOf(data)] : []));
    expect(text.join("")).toBe(allWords);
    const [run] = await sdk.runs.list(threadId);
    expect(created).toEqual([{ run_id: run?.run_id, thread_id: threadId }]);
    expect(proxy.requests[0]).toBe(`POST /api/threads/${threadId}/runs/stream`);
    const [, ...again] = proxy.requests;
    expect(again.length).toBeGreaterThanOrEqual(1);
    for (const line of again) {
      expect(line).toMatch(
        new RegExp(`^GET /api/threads/${threadId}/runs/${run?.run_id}/stream\\S* ${run?.run_id}:\\d+$`),
      );
    }
  });

  test("is joined from an event, from the beginning, or from now on", async () => {
    const { sdk } = await createSdkFixture(() => words);
    const { thread_id: threadId } = await sdk.threads.create();
    const run = await sdk.runs.create(threadId, "bare", { input: hello(), streamMode: ["messages-tuple"] });
    const all = await collect(sdk.runs.joinStream(threadId, run.run_id, { lastEventId: "-1" }));
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => `${run.run_id}:${index}`));
    expect(all.at(-1)?.event).toBe("end");
    expect(await collect(sdk.runs.joinStream(threadId, run.run_id, { lastEventId: all[9]?.id ?? "" }))).toEqual(
      all.slice(10),
    );
  });

  test("ends with its reader's connection only where the reader asked for it", async () => {
    const { sdk } = await createSdkFixture(() => slowly);
    for (const onDisconnect of ["cancel", "continue"] as const) {
      const { thread_id: threadId } = await sdk.threads.create();
      const connection = new AbortController();
      const stream = sdk.runs.stream(threadId, "bare", {
        input: hello(),
        streamMode: "messages-tuple",
        onDisconnect,
        signal: connection.signal,
      });
      const read = async () => {
        for await (const { event } of stream) if (event === "messages") connection.abort();
      };
      await read().catch(() => undefined); // the abort reaches the reader as an error
      const [run] = await sdk.runs.list(threadId);
      if (onDisconnect === "cancel") await sdk.runs.join(threadId, run?.run_id ?? "");
      const [later] = await sdk.runs.list(threadId);
      expect([onDisconnect, later?.status]).toEqual([
        onDisconnect,
        onDisconnect === "cancel" ? "interrupted" : "running",
      ]);
    }
  });
});

describe("client.runs without a thread", () => {
  test("streams, waits, runs in the background and in batches, and leaves no thread", async () => {
    const { sdk, url } = await createSdkFixture(() => ["hi"]);
    expect(contents(await sdk.runs.wait(null, "bare", { input: hello() }))).toEqual(["hello", "hi"]);
    const created: { run_id: string }[] = [];
    const events = await collect(
      sdk.runs.stream(null, "bare", {
        input: hello(),
        streamMode: ["updates"],
        onRunCreated: (run) => created.push(run),
      }),
    );
    expect(events.map(({ event }) => event)).toEqual(["metadata", "updates", "end"]);
    const runId = created[0]?.run_id ?? "";
    expect(events.map(({ id }) => id)).toEqual([0, 1, 2].map((index) => `${runId}:${index}`));
    expect(await collect(sdk.runs.joinStream(null, runId, { lastEventId: `${runId}:0` }))).toEqual(events.slice(1));
    const read = async (path: string) => (await fetch(`${url}${path}`, { headers: TESTER })).json();
    expect(await read(`/runs/${runId}`)).toMatchObject({ run_id: runId, status: "success" });
    expect(contents(await read(`/runs/${runId}/join`))).toEqual(["hello", "hi"]);

    const started = await sdk.runs.create(null as never, "bare", { input: hello() });
    const batch = await sdk.runs.createBatch([
      { assistantId: "bare", input: hello("a"), streamMode: "updates" } as never,
      { assistantId: "bare", input: hello("b") } as never,
    ]);
    expect(batch).toHaveLength(2);
    const results = await Promise.all([started, ...batch].map(({ run_id }) => read(`/runs/${run_id}/join`)));
    expect(results.map(contents)).toEqual([
      ["hello", "hi"],
      ["a", "hi"],
      ["b", "hi"],
    ]);
    expect(await sdk.threads.search()).toEqual([]);
    expect(await sdk.threads.count()).toBe(0);
  });

  test("leaves a thread where it was asked to, and is gone after a restart where not", async () => {
    const fixture = await createSdkFixture(() => ["hi"]);
    const { sdk } = fixture;
    await sdk.runs.wait(null, "bare", { input: hello("kept"), onCompletion: "keep" } as never);
    await sdk.runs.wait(null, "bare", { input: hello("gone") });
    const { client } = await fixture.restart();
    const { body } = await client.call("POST", "/threads/search", {});
    expect(body.map(({ values }: { values: State }) => contents(values))).toEqual([["kept", "hi"]]);
  });

  test("is one run for one Idempotency-Key, and can be stopped", async () => {
    const { url, model } = await createSdkFixture(() => slowly);
    const start = async () => {
      const headers = { ...TESTER, "content-type": "application/json", "idempotency-key": "key-1" };
      const body = JSON.stringify({ assistant_id: "bare", input: hello() });
      return (await (await fetch(`${url}/runs`, { method: "POST", headers, body })).json()) as { run_id: string };
    };
    const [one, two] = await Promise.all([start(), start()]);
    expect(two.run_id).toBe(one.run_id);
    const stop = await fetch(`${url}/runs/${one.run_id}/cancel?wait=1`, { method: "POST", headers: TESTER });
    expect(stop.status).toBe(204);
    expect(await (await fetch(`${url}/runs/${one.run_id}`, { headers: TESTER })).json()).toMatchObject({
      status: "interrupted",
    });
    expect(model.asked.length).toBeLessThanOrEqual(1);
    expect((await fetch(`${url}/runs/${UNKNOWN}`, { headers: TESTER })).status).toBe(404);
  });

  test("is refused as a whole when anything in it is wrong", async () => {
    const { sdk } = await createSdkFixture(() => ["hi"]);
    expect(await refusal(sdk.runs.createBatch([]))).toMatchObject({ status: 400 });
    const batch = [
      { assistantId: "bare", input: hello() },
      { assistantId: "nobody", input: hello() },
    ] as never;
    expect(await refusal(sdk.runs.createBatch(batch as never))).toMatchObject({ status: 404 });
    expect(await refusal(sdk.runs.wait(null, "nobody", { input: hello() }))).toMatchObject({ status: 404 });
    expect(await sdk.threads.search()).toEqual([]);
  });
});
