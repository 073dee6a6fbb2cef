import { expect, it, onTestFinished } from "vitest";
import { createFixture, type Script, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport, type Transport } from "@/lib/transport";
import { createWorld } from "../../test-support/session";
import { createKnownMessages } from "./known-messages";

/** A real server, and how many bytes of states were read from it. */
async function setUp(script: Script) {
  const fixture = await createFixture(script);
  const server = await serve(fixture.handlers);
  const { openTab, close } = createWorld(() => {});
  onTestFinished(async () => {
    close();
    await server.close();
  });
  const reads: number[] = [];
  const transport = createHttpTransport({
    apiUrl: `${server.url}/api`,
    headers: TESTER,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!/\/state(\?|$)/.test(String(input))) return response;
      const text = await response.text();
      reads.push(text.length);
      return new Response(text, response);
    },
  });
  return { fixture, transport, reads, openTab: () => openTab({ wrap: () => transport }) };
}

/** As the page reads the newest state. */
function reader(transport: Transport) {
  const known = createKnownMessages();
  return async (threadId: string) => {
    const answer = await transport.getState(threadId, undefined, { messagesSince: known.since() });
    return known.complete(answer) ?? expect.fail("what the server left out is not known");
  };
}

const say = (id: string) => ({ input: { messages: [{ type: "human", id, content: "x".repeat(500) }] } });

it("reads what the last turn brought, not the thread again; what it gives is the whole state", async () => {
  const { fixture, transport, reads } = await setUp(() => ["y".repeat(500)]);
  const { client } = fixture;
  const threadId = await client.newThread();
  const read = reader(transport);
  let before: readonly unknown[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await client.run(threadId, say(`q${turn}`));
    const { values } = await read(threadId);
    const whole = await transport.getState(threadId);
    expect(values).toEqual(whole.values);
    const { messages } = values as { messages: readonly unknown[] };
    expect(messages.slice(0, before.length)).toSatisfy((kept: unknown[]) => kept.every((one, n) => one === before[n]));
    before = messages;
  }
  const own = reads.filter((_, index) => index % 2 === 0);
  expect(Math.max(...own.slice(1))).toBeLessThan(1.1 * (own[0] ?? 0));
});

it("a state whose messages were changed by hand is read with the change", async () => {
  const { fixture, transport } = await setUp(() => ["yes"]);
  const { client } = fixture;
  const threadId = await client.newThread();
  const read = reader(transport);
  await client.run(threadId, say("q0"));
  await client.run(threadId, say("q1"));
  await read(threadId);
  await client.call("POST", `/threads/${threadId}/state`, {
    values: { messages: [{ type: "human", id: "q1", content: "changed" }] },
  });
  const { values } = await read(threadId);
  expect(values).toEqual((await transport.getState(threadId)).values);
  expect(JSON.stringify(values)).toContain("changed");
});

it("a session shows the same after many turns as one that reads the thread whole", async () => {
  const { openTab } = await setUp((messages) => [`answer ${messages.length}`]);
  const tab = openTab();
  for (let turn = 0; turn < 4; turn += 1) {
    await tab.session.submit(`question ${turn}`);
    await tab.until(({ status, messageIds }) => status === "idle" && messageIds.length === 2 * turn + 2);
  }
  const { threadId = "" } = tab.state();
  const later = openTab();
  await later.session.open(threadId);
  await later.until(({ isLoading, messageIds }) => !isLoading && messageIds.length > 0);
  expect(tab.texts()).toEqual(later.texts());
});
