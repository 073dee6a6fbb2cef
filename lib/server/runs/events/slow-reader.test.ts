import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { TESTER } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { serve } from "../../test-support/serve";

const WORDS = "x".repeat(2_000);
const ASKED = { assistant_id: "agent", stream_mode: ["custom"], input: { messages: [] } };

type Reader = { read(): void; readonly text: Promise<string> };

/** Follows a stream over a socket of its own; a lazy one takes nothing from the socket until it is told to read. */
async function follow(url: string, body: object | undefined, isLazy: boolean): Promise<Reader & { place: string }> {
  const headers = { ...TESTER, ...(body ? { "content-type": "application/json" } : { "last-event-id": "-1" }) };
  const outgoing = request(url, { method: body ? "POST" : "GET", headers, agent: false });
  onTestFinished(() => void outgoing.destroy());
  outgoing.end(body ? JSON.stringify(body) : undefined);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  response.setEncoding("utf8");
  let all = "";
  const text = once(response, "end").then(() => all);
  const read = () =>
    void response.on("data", (part: string) => {
      all += part;
    });
  if (!isLazy) read();
  return { read, text, place: String(response.headers.location) };
}

/** A graph that says much and keeps nothing, so that memory is the stream's alone. */
async function startServer(words: number, maxBytes?: number) {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("talk", async (_, config) => {
      for (let index = 0; index < words; index += 1) {
        config.writer?.(WORDS);
        if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
      }
      return { messages: [] };
    })
    .addEdge(START, "talk")
    .compile();
  const fixture = await createFixture(() => [], {
    agents: { agent: { title: "Talker", graph: () => graph } },
    ...(maxBytes === undefined ? {} : { eventLog: { maxBytes } }),
  });
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const threadId = await fixture.client.newThread();
  return { ...fixture, url: `${server.url}/api`, threadId };
}

const countOf = (text: string) => text.match(/^event: custom$/gm)?.length ?? 0;

describe("a reader that does not read", () => {
  test("holds up neither the run nor another reader, and still gets everything that is kept", async () => {
    const words = 5_000; // ten megabytes: far more than the sockets of both sides hold
    const { url, threadId, client } = await startServer(words);
    const slow = await follow(`${url}/threads/${threadId}/runs/stream`, ASKED, true);
    const fast = await follow(`${url}${slow.place}`, undefined, false);
    expect(countOf(await fast.text)).toBe(words);
    const runId = slow.place.split("/").at(-2);
    expect((await client.call("GET", `/threads/${threadId}/runs/${runId}`)).body.status).toBe("success");
    slow.read();
    const text = await slow.text;
    expect(countOf(text)).toBe(words);
    expect(text).toMatch(/event: end\ndata: null\nid: .*\n\n$/);
  });

  test("is dropped with a code when it is too far behind, and costs no memory until then", async () => {
    const words = 20_000; // forty megabytes through a log of two
    const { url, threadId } = await startServer(words, 2 * 1024 * 1024);
    const slow = await follow(`${url}/threads/${threadId}/runs/stream`, ASKED, true);
    const before = process.memoryUsage();
    const join = await fetch(`${url}${slow.place.replace(/stream$/, "join")}`, { headers: TESTER });
    expect(join.status).toBe(200);
    await join.text();
    const after = process.memoryUsage();
    const grown = after.external + after.arrayBuffers - before.external - before.arrayBuffers;
    expect(grown).toBeLessThan(20 * 1024 * 1024);
    slow.read();
    expect(await slow.text).toMatch(/event: error\ndata: \{.*"code":"events_gone".*\}\n\n$/);
    const late = await fetch(`${url}${slow.place}`, { headers: { ...TESTER, "last-event-id": "0" } });
    expect([late.status, await late.json()]).toMatchObject([410, { code: "events_gone" }]);
  });
});
