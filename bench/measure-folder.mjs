// Builds the measures of a folder (`<folder>/measures/*.ts`) and runs each in a process of its own.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "..");
const only = process.env.TOOLWEAVE_BENCH_ONLY?.split(",");
const isLong = process.env.TOOLWEAVE_BENCH_LONG === "1";

export async function measureFolder(folder) {
  const outDir = join(root, ".toolweave", folder.replace("/", "-"));
  const sources = globSync(`${folder}/measures/*.ts`, { cwd: root }).map((file) => join(root, file));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@": root } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node22",
      minify: false,
      rolldownOptions: { input: sources },
    },
  });
  const names = sources.map((file) => basename(file, ".ts")).filter((name) => !only || only.includes(name));
  return { rows: names.map((name) => toRow(runMeasure(outDir, name))), text: "" };
}

function runMeasure(outDir, name) {
  const program = `
    const { title, must, run } = await import(${JSON.stringify(join(outDir, `${name}.js`))});
    const result = await run({ isLong: ${isLong} });
    process.stdout.write("\\nRESULT " + JSON.stringify({ title, must, ...result }) + "\\n", () => process.exit(0));`;
  const flags = ["--expose-gc", "--input-type=module", "-e", program];
  const env = { ...process.env, LANGSMITH_TRACING: "false", TOOLWEAVE_LOG_LEVEL: "error" };
  const child = spawnSync("node", flags, { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 26 });
  const line = child.stdout.split("\n").find((text) => text.startsWith("RESULT "));
  if (!line) throw new Error(`The measure ${name} printed no result: ${child.stderr.trim().slice(-400)}`);
  return JSON.parse(line.slice("RESULT ".length));
}

function toRow({ title: what, measured, must, isMet, notes = [] }) {
  return { what, value: measured, must, isMet, note: notes.join("; ") };
}
