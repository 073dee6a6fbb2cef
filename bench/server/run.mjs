// Benchmarks of the server half. `node bench/server/run.mjs [--only=name,name] [--long]`; each measure is a process of
// its own. Exits with 1 when a number is missed.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");
const outDir = join(root, ".toolweave/bench-server");
const only = process.argv
  .find((word) => word.startsWith("--only="))
  ?.slice("--only=".length)
  .split(",");
const isLong = process.argv.includes("--long");

const sources = globSync("bench/server/measures/*.ts", { cwd: root }).map((file) => join(root, file));
await build({
  root,
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "@": root } },
  build: { ssr: true, outDir, emptyOutDir: true, target: "node20", minify: false, rollupOptions: { input: sources } },
});

const names = sources.map((file) => basename(file, ".ts")).filter((name) => !only || only.includes(name));
const results = names.map((name) => {
  const program = `
    const { title, must, run } = await import(${JSON.stringify(join(outDir, `${name}.js`))});
    const result = await run({ isLong: ${isLong} });
    process.stdout.write("\\nRESULT " + JSON.stringify({ name: ${JSON.stringify(name)}, title, must, ...result }) + "\\n", () => process.exit(0));`;
  const flags = ["--expose-gc", "--input-type=module", "-e", program];
  const env = { ...process.env, LANGSMITH_TRACING: "false", TOOLWEAVE_LOG_LEVEL: "error" };
  const child = spawnSync(process.execPath, flags, { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 26 });
  const line = child.stdout.split("\n").find((text) => text.startsWith("RESULT "));
  const result = line
    ? JSON.parse(line.slice("RESULT ".length))
    : { name, title: name, must: "", measured: `failed: ${child.stderr.trim().slice(-400)}`, isMet: false };
  console.log(
    `${result.isMet ? "met   " : "MISSED"} ${result.title}\n       must ${result.must}; measured ${result.measured}`,
  );
  for (const note of result.notes ?? []) console.log(`       ${note}`);
  return result;
});
mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, "results.json"), JSON.stringify({ node: process.version, results }, null, 2));
process.exitCode = results.every(({ isMet }) => isMet) ? 0 : 1;
