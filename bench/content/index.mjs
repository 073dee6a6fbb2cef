// What it costs to merge and translate the text of a message, against the string append that nobody can avoid; and the size.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { load } from "../bundle.mjs";
import { exponent } from "../timing.mjs";
import { createChunks, createTokens, SHAPES } from "./inputs.mjs";

export const title = "Content blocks";

const CHUNKS = 20_000;
const TOKENS = 100_000;
const MAX_MICROSECONDS_A_CHUNK = 1;
const MAX_MICROSECONDS_A_TOKEN = 0.3;
const MAX_EXPONENT = 1.2;
const MAX_BYTES = 8 * 1024;

/** Keeps results alive, so that no work can be optimised away. */
const sink = { value: undefined };
const { createContentStream } = await load("lib/content");

/**
 * The shortest time in ms of each named piece of work: the bounds are absolute, and whatever else the machine does can only
 * make a run longer. All take turns.
 */
function bestTimes(works, runs) {
  const best = Object.fromEntries(Object.keys(works).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let run = 0; run < runs; run++) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      work();
      best[name] = Math.min(best[name], performance.now() - start);
    }
  }
  return best;
}

export async function measure() {
  return { rows: [...chunkRows(), tokenRow(), growthRow(), ...(await sizeRows())] };
}

/** Snapshot after every chunk: the blocks are up to date all the time. */
function chunkRows() {
  const tokens = createTokens(CHUNKS);
  const shapes = Object.keys(SHAPES);
  const inputs = Object.fromEntries(shapes.map((shape) => [shape, createChunks(shape, CHUNKS)]));
  const works = Object.fromEntries(shapes.map((shape) => [shape, () => merge(inputs[shape])]));
  const times = bestTimes({ append: () => append(tokens), ...works }, 60);
  return shapes.map((shape) => {
    const value = ((times[shape] - times.append) * 1000) / CHUNKS;
    return {
      what: `20,000 chunks into blocks, ${shape}, snapshot after each, above the string append`,
      value: `${value.toFixed(2)} µs a chunk`,
      must: shape === "reasoning" ? undefined : `≤ ${MAX_MICROSECONDS_A_CHUNK} µs`,
      isMet: shape === "reasoning" ? undefined : value <= MAX_MICROSECONDS_A_CHUNK,
    };
  });
}

function tokenRow() {
  const chunks = createChunks("text", TOKENS);
  const { work } = bestTimes({ work: () => flatten(merge(chunks)) }, 40);
  const value = (work * 1000) / TOKENS;
  return {
    what: "100,000 text tokens into one message, snapshot after each, flattened at the end",
    value: `${value.toFixed(2)} µs a token`,
    must: `≤ ${MAX_MICROSECONDS_A_TOKEN} µs`,
    isMet: value <= MAX_MICROSECONDS_A_TOKEN,
    note: "AI SDK 7 takes 17, LangChain.js 27",
  };
}

function growthRow() {
  const [small, large] = [10_000, 200_000].map((length) => ({ length, chunks: createChunks("blocks", length) }));
  const works = { small: () => merge(small.chunks), large: () => merge(large.chunks) };
  const times = bestTimes(works, 12);
  const value = exponent({ time: times.small, length: small.length }, { time: times.large, length: large.length });
  return {
    what: "growth exponent, 10,000 to 200,000 chunks of blocks",
    value: value.toFixed(2),
    must: `≤ ${MAX_EXPONENT}`,
    isMet: value <= MAX_EXPONENT,
    note: "a chunk costs the same in a long message",
  };
}

/** What a page needs of lib/content; the rest (lists of messages, history, schemas) is for servers and tests. */
const BROWSER_PART = [
  ...["createContentStream", "translateMessage", "translateContent", "textOfMessage", "readCitation"],
  ...["usageOfMessage", "sumUsage"],
];

async function sizeRows() {
  const own = await gzippedBytes([/^zod$/, /lib\/langchain/]);
  const withLaw = await gzippedBytes([/^zod$/]);
  const kib = (bytes) => `${(bytes / 1024).toFixed(2)} KiB`;
  return [
    { what: "browser part without zod, gzipped", value: kib(own), must: "≤ 8 KiB", isMet: own <= MAX_BYTES },
    { what: "the same with the merge of lib/langchain", value: kib(withLaw) },
  ];
}

async function gzippedBytes(external) {
  const root = join(import.meta.dirname, "../..");
  const door = join(root, "lib/content/index.ts");
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "@": root } },
      plugins: [
        {
          name: "browser-part",
          resolveId: (id) => (id === "browser-part" ? `\0${id}` : undefined),
          load: (id) =>
            id === "\0browser-part" ? `export { ${BROWSER_PART} } from ${JSON.stringify(door)};` : undefined,
        },
      ],
      build: {
        write: false,
        minify: true,
        target: "es2023",
        rolldownOptions: {
          input: "browser-part",
          external,
          preserveEntrySignatures: "strict",
          treeshake: { moduleSideEffects: false },
        },
      },
    }),
  ].flat();
  return gzipSync(output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n")).length;
}

function append(tokens) {
  let text = "";
  for (const token of tokens) {
    text += token;
    sink.value = text;
  }
}

function merge(chunks) {
  const stream = createContentStream();
  for (const chunk of chunks) {
    stream.feed(chunk);
    sink.value = stream.snapshot();
  }
  stream.finish();
  sink.value = stream.snapshot();
  return sink.value;
}

/** Reads the text as a page would: until then it is a rope of pieces. */
function flatten([block]) {
  sink.value = block.text.charCodeAt(block.text.length >> 1) + Number(`${block.text}x` === block.text);
}
