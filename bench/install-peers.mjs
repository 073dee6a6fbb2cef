// Copies the peers' adapters from ../shared/bench/peers to bench/.peers (git-ignored) and installs their packages:
//   node bench/install-peers.mjs
// Packages that cannot be installed together with the others are left out, and with them the adapters that need them.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const source = join(import.meta.dirname, "../../shared/bench/peers");
const target = join(import.meta.dirname, ".peers");
/** What the adapters of tool-args and the pages of hooks need. */
const NEEDED = [
  "@ai-sdk/react",
  "@langchain/core",
  "@langchain/langgraph",
  "@langchain/langgraph-sdk",
  "@langchain/react",
  "@streamparser/json",
  "ai",
  "ai7",
  "aisdk-react4",
  "assistant-stream",
  "best-effort-json-parser",
  "esbuild",
  "jsonriver",
  "partial-json",
  "react",
  "react-dom",
  "zustand",
];

if (!existsSync(source)) throw new Error("There are no peers: the folder ../shared/bench/peers is absent.");
cpSync(source, target, { recursive: true });
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
manifest.dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => NEEDED.includes(name)),
);
writeFileSync(join(target, "package.json"), JSON.stringify(manifest, null, 2));
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: target, stdio: "inherit" });
