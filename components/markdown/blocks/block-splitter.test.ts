import { describe, expect, it } from "vitest";
import { createBlockSplitter } from "./block-splitter";

const PIECES = 1_000;
const PART = 100;

/** The process's own time for the first and the last pieces of a text that grows piece by piece, in microseconds. */
function costs(start: string, piece: (index: number) => string): { first: number; last: number } {
  const splitter = createBlockSplitter();
  let text = start;
  const write = (from: number, to: number) => {
    const before = process.cpuUsage();
    for (let index = from; index < to; index += 1) {
      text += piece(index);
      splitter.split(text, true);
    }
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  write(0, PART); // what the engine learns is paid for here
  const first = write(PART, 2 * PART);
  write(2 * PART, PIECES - PART);
  return { first, last: write(PIECES - PART, PIECES) };
}

/** A parse of all that was written so far would cost about nine times as much at the end as at the start, and milliseconds. */
const MAX_TIMES = 3;
/** To look at the text once, as a comparison of strings does, in microseconds for all pieces of a part. */
const LOOKING = PART * 400;

describe("a text that grows costs by what is added", () => {
  it.each([
    ["one open code block", "```ts\n", (index: number) => `const thread${index} = "${"weft ".repeat(18)}";\n`],
    ["one list", "", (index: number) => `- item ${index} ${"weft ".repeat(18)}\n`],
    ["paragraphs", "", (index: number) => `Thread ${index} ${"weft ".repeat(18)}\n\n`],
    ["paragraphs with footnotes", "", (index: number) => `Thread ${index}[^${index % 5}] ${"weft ".repeat(16)}\n\n`],
  ])("%s", (_, start, piece) => {
    const { first, last } = costs(start, piece);
    expect(last).toBeLessThan(MAX_TIMES * first + LOOKING);
  });
});

describe("a code block has the same pieces, written or read whole", () => {
  const code = Array.from(
    { length: 600 },
    (_, index) => `const thread${index} = "${"weft ".repeat(index % 9)}";\n`,
  ).join("");

  it.each([
    ["open", `\`\`\`ts\n${code}`, true],
    ["ended by the text", `\`\`\`ts\n${code}`, false],
    ["closed", `\`\`\`ts\n${code}\`\`\`\n\nAnd on.\n`, false],
    ["with empty lines at its end", `\`\`\`ts\n${code}\n\n`, true],
    ["empty", "```ts\n", true],
    ["one empty line", "```ts\n\n", true],
  ])("%s", (_, text, isGrowing) => {
    const splitter = createBlockSplitter();
    for (let end = 0; end < text.length; end += 97) splitter.split(text.slice(0, end), true);
    const written = splitter.split(text, isGrowing);
    expect(createBlockSplitter().split(text, isGrowing)).toEqual(written);
  });
});
