import { describe, expect, test } from "vitest";
import { createHandlers } from "../create-handlers";
import { createClient, KEYS_ENV } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { ScriptedModel } from "../test-support/scripted-model";

const HELLO = { messages: [{ type: "human", content: "hello" }] };

async function withEnvironment(env: Record<string, string>) {
  const { dataDir, handlers: other } = await createFixture(() => []);
  await other.dispose(0);
  const agents = { agent: { title: "Assistant", prompt: "", tools: [] } };
  const handlers = createHandlers(
    { dataDir, agents },
    { env: { NODE_ENV: "test", ...KEYS_ENV, ...env }, reportError: () => undefined },
  );
  return { handlers, client: createClient(handlers) };
}

describe("a model that cannot be set up", () => {
  test.each([
    ["a name that is none", { TOOLWEAVE_MODEL: "nonsense" }, "model_not_configured", "provider:model"],
    ["a key that is missing", { TOOLWEAVE_MODEL: "openai:gpt-test" }, "model_key_missing", "OPENAI_API_KEY"],
    ["a package that is missing", { TOOLWEAVE_MODEL: "cohere:command" }, "model_package_missing", "@langchain/cohere"],
  ])(
    "because of %s is told before the first message, and by each run, while threads stay readable",
    async (_, env, code, words) => {
      const { client, handlers } = await withEnvironment(env);
      const { body: info } = await client.call("GET", "/info");
      expect(info.toolweave.model.problem).toMatchObject({ code, message: expect.stringContaining(words) });
      const threadId = await client.newThread();
      const events = await client.run(threadId, { input: HELLO });
      expect(events.slice(-2)).toMatchObject([
        { event: "error", data: { code, message: expect.stringContaining(words) } },
        { event: "end" },
      ]);
      const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
      expect(state.values.messages).toHaveLength(1);
      await handlers.dispose(0);
    },
  );
});

test("without a key anywhere the demo model answers, and says what it is", async () => {
  const { client, handlers } = await withEnvironment({ TOOLWEAVE_DEMO_PACE: "0" });
  expect((await client.call("GET", "/info")).body.toolweave.model).toEqual({ id: "demo", isDemo: true });
  const events = await client.run(await client.newThread(), { input: HELLO });
  expect(events.at(-1)?.event).toBe("end");
  expect(events.some(({ event }) => event === "error")).toBe(false);
  await handlers.dispose(0);
});

test("a thread of an agent that is not configured any more says so", async () => {
  const first = await createFixture(() => ["hi"]);
  const threadId = await first.client.newThread();
  await first.client.run(threadId, { input: HELLO });
  await first.handlers.dispose(0);
  const agents = { other: { title: "Other", prompt: "", tools: [] } };
  const { client } = await createFixture(() => ["hi"], { dataDir: first.dataDir, agents });
  const response = await client.call("GET", `/threads/${threadId}/state`);
  expect(response).toMatchObject({
    status: 409,
    body: { code: "conflict", message: expect.stringContaining('"agent"') },
  });
  expect((await client.call("GET", `/threads/${threadId}`)).body.values.messages).toHaveLength(2);
});

describe("an agent without tools or graph", () => {
  test("is a bare model with a prompt, served like every agent", async () => {
    const own = new ScriptedModel(() => ["from ", "my own"]);
    const { client, model } = await createFixture(() => ["from the common one"], {
      agents: { own: { title: "Own model", model: own, prompt: "Be kind." }, common: { title: "Common model" } },
    });
    const threadId = await client.newThread();
    const events = await client.run(threadId, { assistant_id: "own", input: HELLO });
    const pieces = events.filter(({ event }) => event === "messages").map(({ data }) => data as [{ content: string }]);
    expect(pieces.map(([{ content }]) => content)).toEqual(["from ", "my own"]);
    expect(own.asked[0]?.map((message) => [message.getType(), message.content])).toEqual([
      ["system", "Be kind."],
      ["human", "hello"],
    ]);
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map(({ content }: { content: string }) => content)).toEqual(["hello", "from my own"]);
    expect(model.asked).toEqual([]);

    await client.run(await client.newThread(), { assistant_id: "common", input: HELLO });
    expect(model.asked[0]?.map((message) => message.getType())).toEqual(["human"]);
  });

  test("says what is wrong with its own model in each run, while others go on", async () => {
    const { client } = await createFixture(() => ["fine"], {
      env: { NODE_ENV: "test" },
      agents: { broken: { title: "Broken", model: "openai:gpt-test" }, other: { title: "Other" } },
    });
    const run = async (agent: string) =>
      client.run(await client.newThread(), { assistant_id: agent, input: HELLO, stream_mode: "updates" });
    expect((await run("broken")).slice(-2)).toMatchObject([
      { event: "error", data: { code: "model_key_missing" } },
      { event: "end" },
    ]);
    expect((await run("other")).map(({ event }) => event)).toEqual(["metadata", "updates", "end"]);
  });
});
