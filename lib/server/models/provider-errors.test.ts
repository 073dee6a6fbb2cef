import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resolveModel } from "@/lib/server/models";
import { type ReplayServer, startReplayServer } from "@/lib/testing";

let server: ReplayServer;
beforeAll(async () => {
  server = await startReplayServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

async function modelOf(provider: "openai" | "anthropic") {
  const isOpenAI = provider === "openai";
  const { model } = await resolveModel(isOpenAI ? "openai:gpt-4.1-mini" : "anthropic:claude-haiku-4-5", {
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: `${server.url}/own-openai-arithmetic-t2/v1`,
    ANTHROPIC_API_KEY: "test",
    ANTHROPIC_BASE_URL: `${server.url}/own-anthropic-weather-t2`,
  });
  return model;
}

async function read(provider: "openai" | "anthropic"): Promise<{ text: string; error: unknown }> {
  let text = "";
  try {
    for await (const chunk of await (await modelOf(provider)).stream("Hello")) text += chunk.text;
    return { text, error: undefined };
  } catch (error) {
    return { text, error };
  }
}

describe.each(["openai", "anthropic"] as const)("%s", (provider) => {
  test.each([401, 429])(
    "an answer %i is an error with that status, at once and without a second request",
    async (status) => {
      server.set({ status });
      expect((await read(provider)).error).toMatchObject({ status });
      expect(server.requests).toHaveLength(1);
    },
  );

  test("an answer 500 is tried once more, and the second answer counts", async () => {
    server.set({ status: 500, failures: 1 });
    const { text, error } = await read(provider);
    expect(error).toBeUndefined();
    expect(text).not.toBe("");
    expect(server.requests).toHaveLength(2);
  });

  test("a connection that breaks inside the answer gives the text so far, then an error without a status", async () => {
    const whole = await read(provider);
    server.reset();
    server.set({ breakOffAfterBytes: 1200 });
    const { text, error } = await read(provider);
    expect(text).not.toBe("");
    expect(text.length).toBeLessThan(whole.text.length);
    expect(whole.text.startsWith(text)).toBe(true);
    expect(error).toMatchObject({ message: "terminated" });
    expect(error).not.toHaveProperty("status");
  });
});
