import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";
import { fail, step } from "./say.mjs";
import { sourceHash } from "./source-hash.mjs";

const STAMP = join(root, ".next", "toolweave-build.json");

/** Builds the pages for production unless the build at hand is of the same sources. */
export async function ensureBuilt() {
  const source = sourceHash();
  if (readStamp()?.source === source) return;
  await step("Building the pages", async () => {
    rmSync(STAMP, { force: true });
    const { code, output } = await run("next", ["build"], { capture: true });
    if (code !== 0) fail(`The build failed (exit code ${code}):\n${output}`);
  });
  writeFileSync(STAMP, JSON.stringify({ source }));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return undefined; // no build yet
  }
}
