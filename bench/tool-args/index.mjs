// What the fast path of tool calls costs: growth, ratios to the least possible work and to peers, allocation, size.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { minified } from "../bundle.mjs";
import { exponent, medians } from "../timing.mjs";
import { appendAndParse, toolweave, toolweaveAtEnd, toolweaveAtFrames } from "./contenders.mjs";
import { createInput, SHAPES } from "./inputs.mjs";
import { loadPeers } from "./peers.mjs";

export const title = "Tool arguments";

const KB = 1000;
const SHORT = { runs: 21, warmUps: 10 };
const LONG = { runs: 5, warmUps: 1 };

export async function measure() {
  const inputs = new Map(SHAPES.map((shape) => [shape, [10, 100, 1000].map((kb) => createInput(shape, kb * KB))]));
  for (const sizes of inputs.values()) for (const input of sizes) verify(input, toolweave(input));
  const times = new Map();
  for (const [shape, sizes] of inputs) {
    times.set(shape, []);
    for (const input of sizes) times.get(shape).push({ length: input.length, ...(await timesOf(input)) });
  }
  const peers = await peerTimes(inputs);
  return {
    rows: [
      ...growthRows(times),
      ...frameRows(times.get("records")),
      stringRow(times.get("string")),
      ...peers.rows,
      ...(await costRows()),
    ],
    text: [timeTable(times), peers.text].join("\n"),
  };
}

function timesOf(input) {
  const works = {
    least: () => appendAndParse(input),
    each: () => toolweave(input),
    frames: () => toolweaveAtFrames(input),
    end: () => toolweaveAtEnd(input),
  };
  return medians(works, input.length < 500 * KB ? SHORT : LONG);
}

function growthRows(times) {
  return ["string", "nested", "parallel"].map((shape) => {
    const [small, , large] = times.get(shape);
    const excess = Math.max(0, growth("least", small, large) - 1);
    const value = growth("each", small, large) - excess;
    const note = `less ${excess.toFixed(2)} that the least work has above 1`;
    return { what: `growth exponent 10 KB to 1 MB, ${shape}, snapshot after each chunk`, ...limit(value, 1.08), note };
  });
}

function frameRows([small, , large]) {
  return [
    {
      what: "growth exponent 10 KB to 1 MB, records, 60 snapshots a second",
      ...limit(growth("frames", small, large), 1.25),
    },
    { what: "1 MB of records, 60 snapshots a second, against none", ...limit(large.frames / large.end, 3, "×") },
  ];
}

function stringRow([, middle]) {
  return {
    what: "100 KB string, snapshot after each chunk, against the least work",
    ...limit(middle.each / middle.least, 15, "×"),
  };
}

async function peerTimes(inputs) {
  const peers = await loadPeers();
  if (peers === undefined) return { rows: [], text: "The peers are not installed (`node bench/install-peers.mjs`)." };
  const names = Object.keys(peers);
  const rows = [];
  const lines = [];
  for (const [shape, [, input]] of inputs) {
    const works = {
      toolweave: () => toolweave(input),
      ...Object.fromEntries(names.map((name) => [name, () => peers[name](input)])),
    };
    const start = performance.now();
    for (const name of names) verify(input, plain(await peers[name](input)));
    const runs = performance.now() - start < 500 ? SHORT : { ...LONG, warmUps: 0 };
    const result = await medians(works, runs);
    const factor = result[names[0]] / result.toolweave;
    rows.push({
      what: `100 KB ${shape}, times faster than ${names[0]}`,
      value: `${factor.toFixed(1)} ×`,
      must: "≥ 4 ×",
      isMet: factor >= 4,
    });
    lines.push(`| ${shape} | ${[result.toolweave, ...names.map((name) => result[name])].map(ms).join(" | ")} |`);
  }
  const header = `| 100 KB, ms | Toolweave | ${names.join(" | ")} |\n|---|--:|${names.map(() => "--:|").join("")}`;
  return { rows, text: `${header}\n${lines.join("\n")}\n` };
}

async function costRows() {
  const flags = ["--expose-gc", "--min-semi-space-size=512", "--max-semi-space-size=512"];
  const script = join(import.meta.dirname, "allocation.mjs");
  const bytes = Number(execFileSync(process.execPath, [...flags, script], { encoding: "utf8" }));
  const kibibytes = gzipSync(await minified("lib/tool-calls", "lib/partial-json")).length / 1024;
  return [
    { what: "bytes allocated for each byte of input, string, snapshot after each chunk", ...limit(bytes, 50) },
    { what: "tool-calls + partial-json, minified, gzipped", ...limit(kibibytes, 5, "KiB") },
  ];
}

/** A time counts only if the contender came to the right value. */
function verify(input, values) {
  const wanted = input.texts.map((text) => JSON.parse(text));
  if (!isDeepStrictEqual(values, wanted))
    throw new Error(`Wrong value for ${input.shape}, ${input.length} characters.`);
}

/** Without what a peer hangs on its values beside the JSON. */
function plain(values) {
  return JSON.parse(JSON.stringify(values));
}

function growth(name, small, large) {
  return exponent({ time: small[name], length: small.length }, { time: large[name], length: large.length });
}

function limit(value, most, unit = "") {
  return { value: `${value.toFixed(2)} ${unit}`.trim(), must: `≤ ${most} ${unit}`.trim(), isMet: value <= most };
}

function timeTable(times) {
  const lines = [...times].flatMap(([shape, sizes]) =>
    sizes.map(
      ({ length, least, each, frames, end }) =>
        `| ${shape} | ${Math.round(length / KB)} KB | ${[least, each, frames, end].map(ms).join(" | ")} |`,
    ),
  );
  const header =
    "| ms | size | append + one JSON.parse | snapshot after each chunk | 60 snapshots a second | one at the end |";
  return [header, "|---|--:|--:|--:|--:|--:|", ...lines, ""].join("\n");
}

function ms(time) {
  return time.toFixed(time < 10 ? 2 : 0);
}
