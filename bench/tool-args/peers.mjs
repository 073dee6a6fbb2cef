import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(import.meta.dirname, "../.peers");

/** The adapters that give an up-to-date value after each chunk; the first is the fastest that gives snapshots. */
const PEERS = {
  "assistant-stream, incremental": "assistant-stream IncrementalJsonObjectParser",
  "jsonriver (changes its value in place)": "jsonriver parse(stream)",
};

/**
 * The peers' adapters from bench/.peers (see install-peers.mjs), each `(input) => Promise<values>`; undefined if they
 * are not installed.
 */
export async function loadPeers() {
  const source = join(folder, "lib/contenders.mjs");
  if (!existsSync(source) || !existsSync(join(folder, "node_modules"))) return undefined;
  const usable = join(folder, "lib/installed-contenders.mjs");
  writeFileSync(usable, withoutMissingPackages(readFileSync(source, "utf8")));
  const { contenders } = await import(pathToFileURL(usable).href);
  return Object.fromEntries(
    Object.entries(PEERS)
      .filter(([, name]) => contenders[name] !== undefined)
      .map(([title, name]) => [title, (input) => contenders[name](asPeerInput(input), { tick: () => false })]),
  );
}

function asPeerInput({ texts, chunks }) {
  return { calls: texts.length, texts, events: chunks.map(({ call, piece }) => ({ call, delta: piece })) };
}

/** Leaves out the lines that need a package which is not installed, and those that use what they import. */
function withoutMissingPackages(source) {
  const require = createRequire(join(folder, "package.json"));
  const lines = source.split("\n");
  const missing = lines.filter((line) => {
    const [, name] = /(?:from '|nm \+ ')((?:@[^/']+\/)?[^/']+)/.exec(line) ?? [];
    return name !== undefined && !require.resolve.paths(name).some((path) => existsSync(join(path, name)));
  });
  const names = missing.flatMap((line) => [...line.matchAll(/[{,]\s*(\w+)(?=\s*[,}])/g)].map(([, name]) => name));
  return lines.filter((line) => !missing.includes(line) && !names.some((name) => line.includes(name))).join("\n");
}
