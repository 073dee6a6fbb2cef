// Installs the packages once per lock file. Runs before anything is installed: Node built-ins only.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireBootstrapNode, requireServingNode } from "./node-version.mjs";
import { root, run } from "./run.mjs";
import { fail, step } from "./say.mjs";

const STAMP = join(root, "node_modules", ".toolweave-install.json");

/**
 * Makes sure that the packages of the lock file are there, with the development packages if asked.
 * What is already installed is never pruned or installed again: the stamp records the lock's hash and what was installed.
 */
export async function ensureInstalled({ withDevelopment }) {
  requireBootstrapNode();
  const lock = hashOf("package-lock.json", "package.json", ".npmrc");
  const stamp = readStamp();
  const hasLock = stamp?.lock === lock;
  if (hasLock && (stamp.withDevelopment || !withDevelopment)) return;

  const development = withDevelopment || stamp?.withDevelopment === true;
  const words = existsSync(join(root, "node_modules")) ? ["install", "--no-save"] : ["ci"];
  if (!development) words.push("--omit=dev");
  const title = stamp
    ? "Bringing the packages up to date"
    : "Installing the packages (the first time only, a minute or so)";
  await step(title, async () => {
    const { code, output } = await run("npm", [...words, "--loglevel=error", "--no-audit", "--no-fund"], {
      capture: true,
    });
    if (code !== 0) fail(`The packages could not be installed (npm ${words.join(" ")}, exit code ${code}):\n${output}`);
  });
  await settleRuntime();
  writeFileSync(STAMP, JSON.stringify({ lock, withDevelopment: development }));
}

/** Keeps the project's own Node where it runs; removes its link where it does not (musl), so that the machine's serves. */
async function settleRuntime() {
  for (const name of ["node", "node.cmd", "node.ps1"]) {
    const link = join(root, "node_modules", ".bin", name);
    if (!existsSync(link)) continue;
    const { code } = await run(link, ["-v"], { capture: true }).catch(() => ({ code: 1 }));
    if (code !== 0) rmSync(link);
  }
  const { output } = await run("node", ["-v"], { capture: true });
  requireServingNode(output.trim());
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return undefined; // no stamp, or half of one: install again
  }
}

function hashOf(...names) {
  const hash = createHash("sha256");
  for (const name of names) hash.update(readFileSync(join(root, name)));
  return hash.digest("hex");
}
