import { expect, test } from "vitest";
import { MODEL_KEY } from "@/lib/protocol";
import type { ToolweaveConfig } from "../../config";
import { createHandlers } from "../../create-handlers";
import { createClient, KEYS_ENV } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { ScriptedModel } from "../../test-support/scripted-model";

const HELLO = { messages: [{ type: "human", content: "hello" }] };
const PLAIN = { title: "Assistant", prompt: "", tools: [] };

/** A server whose own model says "standard", with these choices beside it. */
async function server(config: Partial<ToolweaveConfig> = {}, env: Record<string, string> = {}) {
  const { dataDir, handlers: other } = await createFixture(() => []);
  await other.dispose(0);
  const handlers = createHandlers(
    { dataDir, model: new ScriptedModel(() => ["standard"]), agents: { agent: PLAIN }, ...config },
    { env: { NODE_ENV: "test", ...KEYS_ENV, TOOLWEAVE_DEMO_PACE: "0", ...env }, reportError: () => undefined },
  );
  const client = createClient(handlers);
  const threadId = await client.newThread();
  const start = (model: unknown, agent = "agent") =>
    client.call("POST", `/threads/${threadId}/runs/wait`, {
      assistant_id: agent,
      input: HELLO,
      config: { configurable: { model } },
    });
  const choices = async () => (await client.call("GET", "/info")).body.toolweave.model_choices;
  const metadata = async () => (await client.call("GET", `/threads/${threadId}`)).body.metadata;
  return { handlers, client, start, choices, metadata };
}

const answerOf = (body: { messages: { content: unknown }[] }) => String(body.messages.at(-1)?.content);

test("a run is answered by the model that it names, the thread remembers it, and the next run may name another", async () => {
  const { start, metadata, choices, handlers } = await server({ modelChoices: [{ model: "demo", title: "Demo" }] });
  expect(await choices()).toMatchObject([{ id: "scripted" }, { id: "demo", title: "Demo", isDemo: true }]);
  expect(answerOf((await start("scripted")).body)).toBe("standard");
  expect((await metadata())[MODEL_KEY]).toBe("scripted");
  const { body } = await start("demo");
  expect(answerOf(body)).not.toBe("standard");
  expect(await metadata()).toMatchObject({ [MODEL_KEY]: "demo", assistant_id: "agent" });
  expect(answerOf((await start(undefined)).body)).toBe("standard");
  await handlers.dispose(0);
});

test("a model that is none is a 422 that names those that are, and starts nothing", async () => {
  const { start, client, metadata, handlers } = await server({}, { TOOLWEAVE_MODELS: "demo, demo:slow" });
  const refused = await start("gpt-none");
  expect(refused).toMatchObject({ status: 422, body: { code: "unsupported", field: "config.configurable.model" } });
  expect(refused.body.message).toContain("demo, demo:slow");
  expect(await start(7)).toMatchObject({ status: 400, body: { field: "config.configurable.model" } });
  expect(await metadata()).toEqual({});
  expect((await client.call("POST", "/threads/search", { status: "busy" })).body).toEqual([]);
  await handlers.dispose(0);
});

test("a choice without a key is listed with the reason, and a run that names it is refused with it", async () => {
  const { start, choices, handlers } = await server({}, { TOOLWEAVE_MODELS: "openai:gpt-test,nonsense" });
  const [, keyless, nonsense] = await choices();
  expect(keyless).toMatchObject({ id: "openai:gpt-test", problem: { code: "model_key_missing" } });
  expect(nonsense).toMatchObject({ id: "nonsense", problem: { code: "model_not_configured" } });
  const refused = await start("openai:gpt-test");
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining("OPENAI_API_KEY") } });
  await handlers.dispose(0);
});

test("where one model is configured there is nothing to choose; the demo model alone offers its slow twin", async () => {
  const one = await server();
  expect(await one.choices()).toBeUndefined();
  await one.handlers.dispose(0);
  const demo = await server({ model: "demo" });
  expect(await demo.choices()).toMatchObject([{ id: "demo" }, { id: "demo:slow" }]);
  await demo.handlers.dispose(0);
});

test("an agent with a model of its own keeps it", async () => {
  const agents = { agent: PLAIN, own: { title: "Own", model: "demo" } };
  const { start, client, handlers } = await server({ agents, modelChoices: ["demo"] });
  expect((await client.call("GET", "/info")).body.toolweave.agents[1]).toMatchObject({ has_own_model: true });
  expect(await start("demo", "own")).toMatchObject({ status: 422, body: { code: "unsupported" } });
  expect((await start(undefined, "own")).status).toBe(200);
  await handlers.dispose(0);
});
