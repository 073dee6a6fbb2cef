import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { DemoChatModel, resolveModel } from "@/lib/server/models";

describe("resolveModel", () => {
  test("without a name and without a key it is the demo model", async () => {
    const { model, info } = await resolveModel(undefined, {});
    expect(info).toEqual({ id: "demo", isDemo: true });
    expect(model).toBeInstanceOf(DemoChatModel);
  });

  test.each([
    [{ OPENAI_API_KEY: "k" }, "openai:gpt-4.1-mini"],
    [{ ANTHROPIC_API_KEY: "k" }, "anthropic:claude-haiku-4-5"],
    [{ ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" }, "openai:gpt-4.1-mini"],
    [{ OPENAI_API_KEY: "  ", ANTHROPIC_API_KEY: "k" }, "anthropic:claude-haiku-4-5"],
    [{ GROQ_API_KEY: "k", ANTHROPIC_API_KEY: "k" }, "anthropic:claude-haiku-4-5"],
  ])("a key in the environment chooses the provider: %j", async (env, id) => {
    expect((await resolveModel(undefined, env)).info).toEqual({ id, isDemo: false });
  });

  test("TOOLWEAVE_MODEL wins over keys, and the configuration over TOOLWEAVE_MODEL", async () => {
    const env = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", TOOLWEAVE_MODEL: "anthropic:claude-opus-4-5" };
    expect((await resolveModel(undefined, env)).info.id).toBe("anthropic:claude-opus-4-5");
    expect((await resolveModel("openai:ft:gpt-4o:mine", env)).info.id).toBe("openai:ft:gpt-4o:mine");
    expect((await resolveModel("demo", env)).info.isDemo).toBe(true);
  });

  test("an empty TOOLWEAVE_MODEL is none", async () => {
    expect((await resolveModel(undefined, { TOOLWEAVE_MODEL: "" })).info.id).toBe("demo");
  });

  test.each(["gpt-4o", "nobody:gpt-4o", "openai:", ":gpt-4o", "constructor:x"])(
    "a wrong TOOLWEAVE_MODEL %j is refused with the names that are possible",
    async (name) => {
      const refusal = resolveModel(undefined, { TOOLWEAVE_MODEL: name, OPENAI_API_KEY: "k" });
      await expect(refusal).rejects.toMatchObject({ code: "model_not_configured" });
      await expect(refusal).rejects.toThrow(
        /TOOLWEAVE_MODEL is ".*demo.*openai:gpt-4.1-mini.*Providers: openai, anthropic, .*google-genai/,
      );
    },
  );

  test("a provider whose package is not installed says which one to install", async () => {
    const refusal = resolveModel("groq:llama-3.3-70b-versatile", { GROQ_API_KEY: "k" });
    await expect(refusal).rejects.toMatchObject({ code: "model_package_missing" });
    await expect(refusal).rejects.toThrow("npm install @langchain/groq");
  });

  test("a key for a provider that is not installed leaves the demo model, which tells what to install", async () => {
    const { info } = await resolveModel(undefined, { GROQ_API_KEY: "k" });
    expect(info).toMatchObject({ id: "demo", isDemo: true, problem: { code: "model_package_missing" } });
    expect(info.problem?.message).toContain("npm install @langchain/groq");
  });

  test.each([
    ["openai:gpt-4.1-mini", "OPENAI_API_KEY"],
    ["anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"],
  ])(
    "%s without a key comes up, tells the problem, and rejects each call in the same words",
    async (name, variable) => {
      const { model, info } = await resolveModel(name, {});
      expect(info).toMatchObject({ id: name, isDemo: false, problem: { code: "model_key_missing" } });
      expect(info.problem?.message).toContain(variable);
      await expect(model.invoke([new HumanMessage("Hello")])).rejects.toMatchObject({
        code: "model_key_missing",
        message: info.problem?.message,
      });
    },
  );

  test.each(["fast", "-1", "1e9"])("a wrong TOOLWEAVE_DEMO_PACE %j is refused", async (pace) => {
    await expect(resolveModel("demo", { TOOLWEAVE_DEMO_PACE: pace })).rejects.toThrow("TOOLWEAVE_DEMO_PACE");
  });

  test.each([
    ["", 30],
    ["max", 0],
    ["0", 0],
    ["12.5", 12.5],
  ])("TOOLWEAVE_DEMO_PACE %j is %d chunks per second", async (pace, expected) => {
    const { model } = await resolveModel("demo", { TOOLWEAVE_DEMO_PACE: pace });
    expect(model).toHaveProperty("chunksPerSecond", expected);
  });

  test.each([
    ["", 7.5],
    ["max", 7.5],
    ["200", 50],
  ])("the slow demo model, beside a pace of %j, writes %d chunks per second", async (pace, expected) => {
    const { model, info } = await resolveModel("demo:slow", { TOOLWEAVE_DEMO_PACE: pace });
    expect(model).toHaveProperty("chunksPerSecond", expected);
    expect(info).toEqual({ id: "demo:slow", isDemo: true });
  });
});
