// Runs the measures and writes bench/results.md:  node bench/run.mjs [folder ...]
// A measure is a folder with an index.mjs that exports `title` and `measure()`, which returns
// { rows: [{ what, value, must, isMet, note }], text }; `text` is more Markdown for the page, `isMet` undefined where
// nothing was demanded. Each folder runs in a Node of its own, so that none warms up or slows down another.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;
const RESULT_MARK = "\u0001result ";
const [mode, ...words] = process.argv.slice(2);

if (mode === "--measure") {
  const { title, measure } = await import(pathToFileURL(join(here, words[0], "index.mjs")).href);
  process.stdout.write(`${RESULT_MARK}${JSON.stringify({ title, ...(await measure()) })}\n`);
} else {
  const wanted = mode === undefined ? [] : [mode, ...words];
  const folders = readdirSync(here).filter((name) => existsSync(join(here, name, "index.mjs")));
  const chosen = wanted.length === 0 ? folders : folders.filter((name) => wanted.includes(name));
  if (chosen.length === 0)
    throw new TypeError(`No such measure: ${wanted.join(", ")}. There are: ${folders.join(", ")}.`);
  const sections = chosen.map((folder) => section(runMeasure(folder)));
  const page = [`# Measured`, "", machine(), "", ...sections].join("\n");
  if (chosen.length === folders.length) writeFileSync(join(here, "results.md"), page);
  process.stdout.write(`${page}\n`);
}

function runMeasure(folder) {
  const script = import.meta.filename;
  const output = execFileSync(process.execPath, ["--expose-gc", script, "--measure", folder], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = output.split("\n").find((candidate) => candidate.startsWith(RESULT_MARK));
  if (line === undefined) throw new Error(`The measure ${folder} printed no result.`);
  return JSON.parse(line.slice(RESULT_MARK.length));
}

function machine() {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.version}, ${cores.length} × ${cores[0]?.model.trim() ?? "unknown"}, ${memory} GiB, load average ${loadavg()[0].toFixed(1)}. Ratios within one run.`;
}

function section({ title, rows, text }) {
  const lines = rows.map(({ what, value, must, isMet, note = "" }) => {
    const verdict = isMet === undefined ? "" : isMet ? "met" : "**missed**";
    return `| ${what} | ${value} | ${must ?? ""} | ${verdict} | ${note} |`;
  });
  return [
    `## ${title}`,
    "",
    "| measure | value | must | | |",
    "|---|---|---|---|---|",
    ...lines,
    "",
    text ?? "",
    "",
  ].join("\n");
}
