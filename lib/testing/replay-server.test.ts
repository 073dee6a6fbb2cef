import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ReplayServer, startReplayServer, turnsOf } from "@/lib/testing";

const FLOW = "own-openai-arithmetic";

let server: ReplayServer;
beforeAll(async () => {
  server = await startReplayServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

function ask(path: string, body: unknown = { messages: [] }): Promise<Response> {
  return fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
}

function recorded(turn: number): string {
  return readFileSync(turnsOf(server.streams, FLOW)[turn - 1]?.path ?? "", "utf8");
}

describe("replay server", () => {
  test.each([0, 1, 7, 1000])("serves a body byte for byte in writes of %i bytes", async (chunkBytes) => {
    server.set({ chunkBytes });
    const response = await ask(`/${FLOW}-t1/v1/chat/completions`);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await response.text()).toBe(recorded(1));
  });

  test("answers a flow's turns in order, then 404, and starts over after a reset", async () => {
    const answers = [];
    for (let index = 0; index < 3; index += 1) answers.push(await ask(`/${FLOW}/v1/chat/completions`));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 404]);
    expect(await answers[0]?.text()).toBe(recorded(1));
    expect(await answers[1]?.text()).toBe(recorded(2));
    await fetch(`${server.url}/${FLOW}/__reset`);
    expect(await (await ask(`/${FLOW}/v1/chat/completions`)).text()).toBe(recorded(1));
  });

  test("by history, the turn follows from the messages in the request", async () => {
    server.set({ turns: "by-history" });
    const second = { messages: [{ role: "user" }, { role: "assistant" }, { role: "tool" }] };
    expect(await (await ask(`/${FLOW}/v1/chat/completions`, second)).text()).toBe(recorded(2));
    expect(await (await ask(`/${FLOW}/v1/chat/completions`)).text()).toBe(recorded(1));
  });

  test("lists models, and refuses that too when it is told to refuse", async () => {
    expect(await (await fetch(`${server.url}/${FLOW}/v1/models`)).json()).toMatchObject({ object: "list" });
    server.set({ status: 401 });
    const refused = await fetch(`${server.url}/${FLOW}/v1/models`);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "invalid_api_key" } });
  });

  test("a limited number of failures uses up no turn", async () => {
    server.set({ status: 500, failures: 1 });
    expect((await ask(`/${FLOW}/v1/chat/completions`)).status).toBe(500);
    expect(await (await ask(`/${FLOW}/v1/chat/completions`)).text()).toBe(recorded(1));
  });

  test("writes an error as the provider of the flow does", async () => {
    server.set({ status: 529 });
    const response = await ask("/own-anthropic-weather/v1/messages");
    expect(await response.json()).toMatchObject({ type: "error", error: { type: "overloaded_error" } });
  });

  test("breaks off inside a body", async () => {
    server.set({ breakOffAfterBytes: 100 });
    const response = await ask(`/${FLOW}/v1/chat/completions`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("keeps what it was asked", async () => {
    await ask(`/${FLOW}/v1/chat/completions`, { messages: [], model: "gpt" });
    expect(server.requests).toEqual([
      { method: "POST", url: `/${FLOW}/v1/chat/completions`, body: '{"messages":[],"model":"gpt"}' },
    ]);
  });
});
