import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";
import { implementTools } from "./implement-tools";

const shared = { title: "t", description: "t", reason: "t" };
const locate = defineHeadlessTool({ ...shared, name: "locate", input: z.object({ n: z.number() }) });
const greet = defineHeadlessTool({ ...shared, name: "greet", input: z.object({ name: z.string() }) });

describe("implementTools", () => {
  it("pairs each contract with its code", async () => {
    const tools = implementTools(
      { locate, greet },
      { locate: ({ n }) => n + 1, greet: async ({ name }) => `hi ${name}` },
    );
    expect(tools.map(({ contract }) => contract.name)).toEqual(["locate", "greet"]);
    const context = { signal: new AbortController().signal, callId: "k", threadId: "t", reportProgress: () => {} };
    expect(tools[0]?.execute({ n: 1 }, context)).toBe(2);
    await expect(tools[1]?.execute({ name: "Ada" }, context)).resolves.toBe("hi Ada");
  });

  it("does not start where code is missing, or a name comes twice", () => {
    expect(() => implementTools({ locate, greet }, { locate: () => 1 } as never)).toThrow(
      /"greet" has no implementation/,
    );
    expect(() => implementTools({ locate, again: locate }, { locate: () => 1, again: () => 2 })).toThrow(
      /called "locate"/,
    );
  });
});

it("a contract with a name that a provider would refuse does not start", () => {
  expect(() => defineHeadlessTool({ ...shared, name: "two words", input: z.object({}) })).toThrow(TypeError);
});
