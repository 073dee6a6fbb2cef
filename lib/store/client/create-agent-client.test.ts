import { getEventListeners } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Annotation, interrupt, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { isToolweaveError } from "@/lib/errors";
import type { ToolweaveConfig } from "@/lib/server";
import { TESTER } from "@/lib/server/test-support/client";
import { createFixture } from "@/lib/server/test-support/fixture";
import { callPieces, type Script, ScriptedModel } from "@/lib/server/test-support/scripted-model";
import { serve } from "@/lib/server/test-support/serve";
import { createHttpTransport } from "@/lib/transport";
import { createAgentClient } from "./create-agent-client";

const INPUT = { messages: [{ type: "human", content: "Hello" }] };

/** A real server behind a real socket that counts what passes. */
async function open(script: Script, agents?: ToolweaveConfig["agents"]) {
  const fixture = await createFixture(script, agents === undefined ? {} : { agents });
  const server = await serve(fixture.handlers);
  const wire = await startCounter(Number(new URL(server.url).port));
  onTestFinished(() => server.close());
  const client = createAgentClient({ apiUrl: `${wire.url}/api`, headers: TESTER, agent: "agent" });
  return { ...fixture, client, wire, apiUrl: `${wire.url}/api` };
}

/** Passes connections on, and holds what the other side does not take. */
async function startCounter(port: number) {
  let openStreams = 0;
  const requests: string[] = [];
  const server: Server = createServer();
  server.removeAllListeners("connection");
  const count = { bytesToClient: 0 };
  server.on("connection", (socket) => {
    const upstream = connect(port, "127.0.0.1");
    let isStream = false;
    socket.on("data", (piece) => {
      const line = piece.toString("latin1").split("\r\n", 1)[0] ?? "";
      if (!line.endsWith(" HTTP/1.1")) return;
      const request = line.slice(0, -" HTTP/1.1".length);
      requests.push(request);
      isStream ||= /\/stream\b/.test(request);
      if (isStream) openStreams += 1;
    });
    upstream.on("data", (piece) => {
      count.bytesToClient += piece.length;
    });
    socket.pipe(upstream);
    upstream.pipe(socket);
    socket
      .on("error", () => upstream.destroy())
      .on("close", () => {
        if (isStream) openStreams -= 1;
        upstream.destroy();
      });
    upstream.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bytesToClient: () => count.bytesToClient,
    openStreams: () => openStreams,
  };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > endMs) throw new Error(`never happened: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const SUM: Script = (messages) =>
  messages.at(-1)?.type === "tool" ? ["It is ", "5."] : ["Let me see. ", ...callPieces(0, "c1", "add", { a: 2, b: 3 })];

it("gives text, messages, growing calls and the output of one run, at once", async () => {
  const { client, model } = await open(SUM);
  const run = client.run({ input: INPUT });
  const growing: unknown[] = [];
  const [text, messages, calls, output] = await Promise.all([
    all(run.text),
    all(run.messages),
    (async () => {
      const found = [];
      for await (const call of run.toolCalls) {
        for await (const { status, phase, args, result } of call) growing.push({ status, phase, args, result });
        found.push(call);
      }
      return found;
    })(),
    run.output,
  ]);
  expect(text.join("")).toBe("Let me see. It is 5.");
  expect(text.length).toBeGreaterThan(1);
  expect(messages.map(({ node }) => node)).toEqual(["model_request", "model_request"]);
  expect(await Promise.all(messages.map(({ text: said }) => said))).toEqual(["Let me see. ", "It is 5."]);
  expect(await all(messages[0]?.text ?? run.text)).toEqual(["Let me see. "]); // late: all at once
  expect(await messages[1]?.output).toMatchObject({
    type: "ai",
    text: "It is 5.",
    isStreaming: false,
    isCutOff: false,
  });
  expect(growing[0]).toMatchObject({ status: "streaming", phase: "writing" });
  expect(growing.at(-1)).toMatchObject({ status: "complete", phase: "done", args: { a: 2, b: 3 } });
  expect(await calls[0]?.input).toEqual({ a: 2, b: 3 });
  expect(await calls[0]?.settled).toMatchObject({ id: "c1", name: "add", result: { value: 5, isError: false } });
  expect(output).toMatchObject({
    messages: [{ type: "human" }, { type: "ai" }, { type: "tool" }, { content: "It is 5." }],
  });
  expect(model.asked).toHaveLength(2); // one run, however many readers
});

it("asks for states only when they are read, and interleaves in the order of the run", async () => {
  const { client, wire, apiUrl } = await open(SUM);
  const bodies: { stream_mode: string[]; stream_subgraphs?: boolean }[] = [];
  const spied = createAgentClient({
    apiUrl,
    headers: TESTER,
    agent: "agent",
    fetch: (url, init) => {
      if (String(url).endsWith("/runs/stream")) bodies.push(JSON.parse(String(init?.body)));
      return fetch(url, init);
    },
  });
  await client.run({ input: INPUT }).output;
  await spied.run({ input: INPUT }).output;
  const run = spied.run({ input: INPUT });
  const seen = await all(run.interleave("messages", "toolCalls", "values"));
  expect(bodies.map(({ stream_mode: modes }) => modes.includes("values"))).toEqual([false, true]);
  expect(bodies.every((body) => body.stream_subgraphs === undefined)).toBe(true);
  expect(seen.map(([name]) => name).filter((name) => name !== "values")).toEqual(["messages", "toolCalls", "messages"]);
  const states = seen.flatMap(([name, item]) => (name === "values" ? [item as { messages: unknown[] }] : []));
  expect(states.map(({ messages }) => messages.length)).toEqual([1, 2, 3, 4]);
  expect(seen[0]?.[0]).toBe("values");
  const [first] = seen.filter((pair) => pair[0] === "messages");
  expect(first?.[0] === "messages" && (await first[1].text)).toBe("Let me see. ");
  expect(wire.requests.length).toBeGreaterThan(0);
});

const PIECES = 150;
const PIECE = "x".repeat(100_000);
/** In turns of their own, so that the server does not join them. */
const TALK: Script = () => Array.from({ length: PIECES }, () => [PIECE, { pauseMs: 1 }]).flat();

it("stops the socket while its reader stops, and gets every piece when it goes on", { timeout: 60_000 }, async () => {
  const { client, wire, handlers } = await open(TALK);
  const run = client.run({ input: INPUT });
  const reader = run.text[Symbol.asyncIterator]();
  let chars = (await reader.next()).value?.length ?? 0;
  const runId = await run.runId;
  await until(async () => {
    const response = await handlers.fetch(
      new Request(`http://localhost/api/threads/${run.threadId}/runs/${runId}`, { headers: TESTER }),
    );
    return (await response.json()).status === "success"; // the run itself is not slowed
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const held = wire.bytesToClient();
  expect(held).toBeLessThan((PIECES * PIECE.length) / 2);
  for (let step = await reader.next(); !step.done; step = await reader.next()) chars += step.value.length;
  expect(chars).toBe(PIECES * PIECE.length);
  expect(wire.bytesToClient()).toBeGreaterThan(PIECES * PIECE.length);
});

it("holds the network for a slow reader although another one waits", async () => {
  const { client, wire } = await open(TALK);
  const run = client.run({ input: INPUT });
  const slow = run.text[Symbol.asyncIterator]();
  await slow.next();
  let eager = 0;
  const done = (async () => {
    for await (const delta of run.text) eager += delta.length;
  })();
  await until(() => eager > 65_536);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(eager).toBeLessThan(5 * PIECE.length);
  expect(wire.bytesToClient()).toBeLessThan((PIECES * PIECE.length) / 2);
  await slow.return?.();
  await done;
  expect(eager).toBe(PIECES * PIECE.length);
});

it("leaves the connection when the last reader breaks off, and goes on behind the last event", async () => {
  const { client, wire, model } = await open(() => [
    "one ",
    "two ",
    { pauseMs: 400 },
    "three ",
    { pauseMs: 200 },
    "four",
  ]);
  const run = client.run({ input: INPUT });
  let start = "";
  for await (const delta of run.text) {
    start += delta;
    if (start.includes("two")) break;
  }
  await until(() => wire.openStreams() === 0);
  expect(wire.requests).toHaveLength(2);
  expect(await all(run.text)).toEqual([expect.stringMatching(/^one two/), "three ", "four"]);
  expect(await run.output).toMatchObject({ messages: [{}, { content: "one two three four" }] });
  expect(model.asked).toHaveLength(1);
  expect(wire.requests.filter((line) => line.startsWith("POST") && line.endsWith("/runs/stream"))).toHaveLength(1);
});

it("lets its reader pause for longer than a connection may be silent or lost", async () => {
  const { apiUrl, wire } = await open(TALK);
  const limits = { maxSilenceMs: 1_000, maxReconnectMs: 1_500 };
  const client = createAgentClient({
    transport: createHttpTransport({ apiUrl, headers: TESTER, limits }),
    agent: "agent",
  });
  const run = client.run({ input: INPUT });
  let chars = 0;
  for await (const delta of run.text) {
    if (chars === 0) await new Promise((resolve) => setTimeout(resolve, 2_500));
    chars += delta.length;
  }
  expect(chars).toBe(PIECES * PIECE.length);
  expect(wire.requests.filter((line) => line.startsWith("GET") && line.includes("/stream")).length).toBeGreaterThan(0);
});

it("joins a run of somebody else from its first event, and leaves it without stopping it", async () => {
  const { client } = await open(() => ["one ", { pauseMs: 300 }, "two"]);
  const run = client.run({ input: INPUT });
  const other = client.join(run.threadId, await run.runId);
  const left = client.join(run.threadId, await run.runId);
  const reading = all(left.text);
  const lost = left.output;
  await until(async () => (await run.text[Symbol.asyncIterator]().next()).value === "one ");
  left.detach();
  expect((await reading).length).toBeLessThan(2);
  await expect(lost).rejects.toMatchObject({ name: "AbortError" });
  expect((await all(other.text)).join("")).toBe("one two");
  expect(await run.text).toBe("one two");
});

it("starts a run that is left in the same tick, and can still stop it", async () => {
  const { client, model, wire } = await open(() => ["one ", { pauseMs: 30_000 }, "two"]);
  const run = client.run({ input: INPUT });
  run.detach();
  expect(await all(run.text)).toEqual([]);
  await expect(run.output).rejects.toMatchObject({ name: "AbortError" });
  await run.runId;
  await until(() => wire.openStreams() === 0 && model.asked.length === 1);
  expect(model.abortedTurns).toBe(0);
  await run.stop();
  expect(model.abortedTurns).toBe(1);
});

it("starts nothing for a signal that has aborted already", async () => {
  const { client, wire } = await open(SUM);
  const run = client.run({ input: INPUT, signal: AbortSignal.abort() });
  expect(await all(run.text)).toEqual([]);
  await expect(run.runId).rejects.toMatchObject({ name: "AbortError" });
  expect(wire.requests).toEqual([]);
});

it("holds on to nothing of a run that is over, however long its signal lives", async () => {
  const { client } = await open(() => ["fine"]);
  const life = new AbortController();
  for (let time = 0; time < 3; time += 1) await client.run({ input: INPUT, signal: life.signal }).output;
  expect(getEventListeners(life.signal, "abort")).toEqual([]);
});

it("keeps the output of a run that has settled when it is left later", async () => {
  const { client } = await open(() => ["one"]);
  const leave = new AbortController();
  const run = client.run({ input: INPUT, signal: leave.signal });
  await run.text;
  leave.abort();
  expect(await run.output).toMatchObject({ messages: [{}, { content: "one" }] });
});

it("stops the run on the server, and ends its iterables without an error", async () => {
  const { client, model } = await open(() => ["one ", { pauseMs: 30_000 }, "two"]);
  const run = client.run({ input: INPUT });
  let text = "";
  for await (const delta of run.text) {
    text += delta;
    void run.stop();
  }
  expect(text).toBe("one ");
  expect(await run.output).toMatchObject({ messages: [{ type: "human" }, { content: "one " }] });
  expect(model.abortedTurns).toBe(1);
});

it("throws the run's error behind what was said, from every projection", async () => {
  const { client } = await open(() => ["one ", { fail: new Error("the model is out of words") }]);
  const run = client.run({ input: INPUT });
  const texts: string[] = [];
  const [fromText, fromCalls, fromOutput, fromMessage] = await Promise.allSettled([
    (async () => {
      for await (const delta of run.text) texts.push(delta);
    })(),
    all(run.toolCalls),
    run.output,
    (async () => {
      for await (const message of run.messages) await message.text;
    })(),
  ]);
  expect(texts).toEqual(["one "]);
  for (const failed of [fromText, fromCalls, fromOutput, fromMessage]) {
    expect(failed.status === "rejected" && isToolweaveError(failed.reason)).toBe(true);
    expect(failed.status === "rejected" && failed.reason.message).toContain("out of words");
  }
  await expect(all(run.text)).rejects.toThrow("out of words"); // late readers too
});

it("throws what keeps a run from being started", async () => {
  const { apiUrl } = await open(SUM);
  const run = createAgentClient({ apiUrl, headers: TESTER, agent: "nobody" }).run({ input: INPUT });
  await expect(all(run.text)).rejects.toSatisfy(isToolweaveError);
  await expect(run.runId).rejects.toSatisfy(isToolweaveError);
  await expect(run.stop()).rejects.toSatisfy(isToolweaveError);
});

const ASKING: ToolweaveConfig["agents"] = {
  agent: {
    title: "Asker",
    graph: ({ checkpointer }) =>
      new StateGraph(Annotation.Root({ answer: Annotation<string> }))
        .addNode("ask", () => ({ answer: `You said ${interrupt({ question: "Which city?" })}` }))
        .addEdge("__start__", "ask")
        .compile({ checkpointer }),
  },
};

it("ends at an interrupt, and a resume goes on", async () => {
  const { client } = await open(() => [], ASKING);
  const first = client.run({ input: { answer: "" } });
  expect(first.interrupted).toBe(false);
  await first.output;
  expect(first.interrupted).toBe(true);
  const [waiting] = first.interrupts;
  expect(waiting).toMatchObject({ value: { question: "Which city?" } });
  const second = client.run({ threadId: first.threadId, command: { resume: { [waiting?.id ?? ""]: "Graz" } } });
  expect(await second.output).toEqual({ answer: "You said Graz" });
  expect(second.interrupts).toEqual([]);
});

it("leaves calls of the browser waiting when the run pauses for them", async () => {
  const { client } = await open(() => callPieces(0, "c1", "get_location", {}));
  const run = client.run({ input: INPUT });
  const [call] = await all(run.toolCalls);
  expect(await call?.settled).toMatchObject({ status: "complete", phase: "server" });
  expect(run.interrupts).toHaveLength(1);
});

function researchers(): ToolweaveConfig["agents"] {
  const research = tool(
    async ({ topic }) => {
      const inner = createAgent({
        name: "researcher",
        model: new ScriptedModel(() => [`On ${topic}: `, { pauseMs: 20 }, "nothing."]),
        tools: [],
      });
      const { messages } = await inner.invoke({ messages: [{ role: "user", content: topic }] });
      return String(messages.at(-1)?.content);
    },
    { name: "research", description: "Researches.", schema: z.object({ topic: z.string() }) },
  );
  return { agent: { title: "Lead", prompt: "", tools: [research] } };
}

const DELEGATING: Script = (messages) =>
  messages.at(-1)?.type === "tool"
    ? ["Done."]
    : [...callPieces(0, "c1", "research", { topic: "bees" }), ...callPieces(1, "c2", "research", { topic: "ants" })];

it("gives sub-agents with their cause, each with projections of its own", async () => {
  const { client, model } = await open(DELEGATING, researchers());
  const run = client.run({ input: INPUT });
  const subagents = await Promise.all(
    (await all(run.subagents)).map(async (subagent) => ({
      name: subagent.name,
      node: subagent.node,
      cause: subagent.cause,
      depth: subagent.namespace.length,
      text: await subagent.text,
      messages: (await all(subagent.messages)).map(({ node }) => node),
      output: await subagent.output,
    })),
  );
  const shared = { name: "researcher", node: "tools", depth: 1, messages: ["model_request"] };
  expect(subagents).toEqual([
    {
      ...shared,
      cause: { type: "toolCall", toolCallId: "c1" },
      text: "On bees: nothing.",
      output: { messages: [expect.objectContaining({ tool_call_id: "c1", content: "On bees: nothing." })] },
    },
    {
      ...shared,
      cause: { type: "toolCall", toolCallId: "c2" },
      text: "On ants: nothing.",
      output: { messages: [expect.objectContaining({ tool_call_id: "c2" })] },
    },
  ]);
  expect(await run.text).toBe("Done."); // the root's own
  expect(model.asked).toHaveLength(2);
});

it("ends a sub-agent when it is over, while the run goes on", async () => {
  const { client } = await open(
    (messages) =>
      messages.at(-1)?.type === "tool"
        ? [{ pauseMs: 500 }, "Done."]
        : callPieces(0, "c1", "research", { topic: "bees" }),
    researchers(),
  );
  const run = client.run({ input: INPUT });
  const order: string[] = [];
  const finished = run.output.then(() => order.push("run"));
  for await (const subagent of run.subagents) {
    await subagent.text;
    order.push(subagent.name);
  }
  await finished;
  expect(order).toEqual(["researcher", "run"]);
});

it("gives a subgraph as a node, its custom events, and the names of the nodes", async () => {
  const inner = new StateGraph(MessagesAnnotation)
    .addNode("draft", async (state, config) => {
      config.writer?.({ extension: "activity", item: { step: 1 } });
      config.writer?.({ type: "note", text: "plain" });
      return { messages: [await new ScriptedModel(() => ["In", "side."]).invoke(state.messages, config)] };
    })
    .addEdge("__start__", "draft")
    .compile();
  const { client } = await open(() => [], {
    agent: {
      title: "Nested",
      graph: ({ checkpointer }) =>
        new StateGraph(MessagesAnnotation)
          .addNode("writer", inner)
          .addEdge("__start__", "writer")
          .compile({ checkpointer }),
    },
  });
  const run = client.run({ input: INPUT });
  const found = [];
  for await (const subagent of run.subagents) {
    const [activity, notes, raw, messages] = await Promise.all([
      all(subagent.custom("activity")),
      all(subagent.custom("note")),
      all(subagent.custom()),
      all(subagent.messages),
    ]);
    found.push({
      name: subagent.name,
      cause: subagent.cause,
      activity,
      notes,
      raw: raw.length,
      nodes: messages.map(({ node }) => node),
    });
  }
  expect(found).toEqual([
    {
      name: "writer",
      cause: undefined,
      activity: [{ step: 1 }],
      notes: [{ type: "note", text: "plain" }],
      raw: 2,
      nodes: ["draft"],
    },
  ]);
});

it("starts a run that nobody reads, and gives late readers what was said before", async () => {
  const { client, model, handlers } = await open(SUM);
  const run = client.run({ input: INPUT });
  const runId = await run.runId;
  await until(async () => {
    const response = await handlers.fetch(
      new Request(`http://localhost/api/threads/${run.threadId}/runs/${runId}`, { headers: TESTER }),
    );
    return (await response.json()).status === "success";
  });
  await run.output;
  expect((await all(run.text)).join("")).toBe("Let me see. It is 5.");
  expect(await all(run.messages)).toHaveLength(2);
  expect(model.asked).toHaveLength(2);
});
