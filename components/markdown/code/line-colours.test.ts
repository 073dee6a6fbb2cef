import { describe, expect, it } from "vitest";
import { loadedTokenizer, loadTokenizer, type Tokenizer } from "./highlighter";
import { createLineColours, cutLines } from "./line-colours";

const CODE = Array.from({ length: 200 }, (_, at) =>
  at % 9 === 0 ? `/* note ${at}\n` : at % 9 === 1 ? `   ends */\n` : `const value${at} = read(${at}, "text");\n`,
).join("");

async function typescript(): Promise<Tokenizer> {
  await loadTokenizer("ts");
  const tokenizer = loadedTokenizer("typescript");
  if (tokenizer === undefined) throw new Error("TypeScript was not loaded.");
  return tokenizer;
}

/** As the splitter cuts an open fence: whole pieces that stay, and a last one that grows. */
function inPieces(code: string, length = 1_000): string[] {
  const pieces = [""];
  for (const line of code.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if ((pieces.at(-1)?.length ?? 0) > length) pieces.push("");
    pieces.push((pieces.pop() ?? "") + line);
  }
  return pieces;
}

describe("code that grows", () => {
  it("case 175: never shows a line plain that was coloured, and ends as a whole", async () => {
    const tokenizer = await typescript();
    const colours = createLineColours(1_000);
    const coloured = new Set<number>();
    for (let length = 20; length <= CODE.length; length += Math.ceil(CODE.length / 400)) {
      const lines = colours(inPieces(CODE.slice(0, length)), tokenizer).pieces.flat();
      for (const [at, line] of lines.entries()) {
        const hasColour = line.tokens.some(({ color }) => color !== undefined);
        if (coloured.has(at)) expect(hasColour, line.text).toBe(true);
        if (hasColour && line.text.endsWith("\n")) coloured.add(at);
      }
    }
    const whole = createLineColours(1_000)([CODE], tokenizer).pieces.flat();
    expect(colours(inPieces(CODE), tokenizer).pieces.flat()).toEqual(whole);
    expect(whole.map(({ tokens }) => tokens.map(({ text }) => text).join("")).join("")).toBe(CODE);
  });

  it("looks at no line again that is settled", async () => {
    const tokenizer = await typescript();
    let looked = 0;
    const counting: Tokenizer = (line, state) => {
      looked += 1;
      return tokenizer(line, state);
    };
    const colours = createLineColours(1_000);
    const first = colours(inPieces(CODE), counting).pieces.flat();
    looked = 0;
    const second = colours(inPieces(`${CODE}const more = 1;\n`), counting).pieces.flat();
    expect(looked).toBe(1);
    expect(second.slice(0, -1).every((line, at) => line === first[at])).toBe(true);
  });

  it("colours a long text in parts, the beginning first", async () => {
    const tokenizer = await typescript();
    const colours = createLineColours(80);
    expect(colours([CODE], tokenizer).isDone).toBe(false);
    expect(colours([CODE], tokenizer).isDone).toBe(false);
    const { isDone, pieces } = colours([CODE], tokenizer);
    expect(isDone).toBe(true);
    expect(pieces).toEqual(createLineColours(1_000)([CODE], tokenizer).pieces);
  });

  it("knows a language by its other names, and leaves one plain that it does not know", async () => {
    await loadTokenizer("constructor");
    expect(loadedTokenizer("constructor")).toBeUndefined();
    expect(await typescript()).toBe(loadedTokenizer("TS"));
  });
});

describe("lines that are cut", () => {
  it("have their characters in their colours before the place and behind it, whatever the place", async () => {
    const [lines = []] = createLineColours(1_000)([CODE.slice(0, 900)], await typescript()).pieces;
    const inColours = (part: typeof lines) =>
      part.flatMap(({ tokens }) => tokens.flatMap(({ text, color }) => [...text].map((unit) => `${unit} ${color}`)));
    for (let at = 0; at <= 901; at += 1) {
      const [before, behind] = cutLines(lines, at);
      expect(before.map(({ text }) => text).join("")).toBe(CODE.slice(0, Math.min(at, 900)));
      expect([...inColours(before), ...inColours(behind)]).toEqual(inColours(lines));
    }
  });
});
