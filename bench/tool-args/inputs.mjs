// Seeded inputs: the arguments of tool calls, and the pieces that they arrive in. inputs.test.ts holds what they promise.

export const SHAPES = ["string", "nested", "parallel", "records"];

const WORDS =
  "amber basket copper delta ember fjord garnet harbor indigo juniper kelp lantern meadow nectar opal prairie quartz river saffron timber".split(
    " ",
  );

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A stream of about `length` characters in all: `texts`, the arguments of each call, and `chunks` of them in the order
 * of arrival, each `{ call, piece }` with a piece of 4 to 12 characters (the last of a call may be shorter).
 */
export function createInput(shape, length, seed = 1) {
  const isParallel = shape === "parallel";
  const shapes = isParallel
    ? Array.from({ length: 8 }, (_, call) => ["string", "nested", "records"][call % 3])
    : [shape];
  const texts = shapes.map((each, call) => createText(each, Math.floor(length / shapes.length), seed + call));
  const queues = texts.map((text, call) => cut(text, seed + 100 + call).map((piece) => ({ call, piece })));
  const longest = Math.max(...queues.map((queue) => queue.length));
  const chunks = [];
  for (let at = 0; at < longest; at++) chunks.push(...queues.flatMap((queue) => queue.slice(at, at + 1)));
  return { shape, texts, chunks, length: texts.reduce((sum, text) => sum + text.length, 0) };
}

function createText(shape, length, seed) {
  const random = seededRandom(seed);
  if (shape === "string")
    return JSON.stringify({ title: "notes.md", language: "markdown", body: prose(random, length - 120) });
  if (shape === "records") return JSON.stringify({ rows: gather(length - 12, (at) => createRecord(random, at)) });
  return JSON.stringify({ tree: gather(length - 12, () => createBranch(random, 24)) });
}

/** Lines with line breaks and quotes, which need escapes. */
function prose(random, length) {
  const lines = [];
  for (let left = length; left > 0; ) {
    const line = Array.from({ length: 4 + Math.floor(random() * 8) }, () => word(random)).join(" ");
    lines.push(random() < 0.2 ? `"${line}"` : line);
    left -= JSON.stringify(lines.at(-1)).length;
  }
  return lines.join("\n");
}

function createRecord(random, id) {
  const price = Math.round(random() * 100_000) / 100;
  return {
    id,
    name: `${word(random)} ${id}`,
    price,
    isOpen: random() < 0.5,
    note: random() < 0.2 ? null : word(random),
  };
}

function createBranch(random, depth) {
  const label = `${word(random)} ${word(random)}`;
  if (depth === 0) return { label, count: Math.floor(random() * 1000) };
  return {
    label,
    style: { width: Math.floor(random() * 100), color: word(random) },
    child: createBranch(random, depth - 1),
  };
}

/** Items until their JSON has about that length. */
function gather(length, create) {
  const items = [];
  for (let left = length; left > 0; ) {
    items.push(create(items.length));
    left -= JSON.stringify(items.at(-1)).length + 1;
  }
  return items;
}

function word(random) {
  return WORDS[Math.floor(random() * WORDS.length)];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function cut(text, seed) {
  const random = seededRandom(seed);
  const pieces = [];
  for (let start = 0; start < text.length; ) {
    const length = 4 + Math.floor(random() * 9);
    // A copy, as off a wire: a slice would keep the whole text and be read through it.
    pieces.push(decoder.decode(encoder.encode(text.slice(start, start + length))));
    start += length;
  }
  return pieces;
}
