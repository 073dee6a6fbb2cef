// npm run check: format and lint, types, unit and boundary tests, unused code. Runs all, then says which failed.
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { run } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

const CHECKS = [
  ["format and lint", "biome", ["check", "."]],
  ["types", "tsc", ["-p", "tsconfig.json"]],
  ["types without the DOM", "tsc", ["-p", "tsconfig.core.json"]],
  ["unit and boundary tests", "vitest", ["run", "--reporter=dot"]],
  ["unused code", "knip", []],
];

await ensureInstalled({ withDevelopment: true });
await ensureBuilt();
const failed = [];
for (const [title, command, words] of CHECKS) {
  say(`  ${title} …`);
  const { code } = await run(command, words);
  if (code !== 0) failed.push(title);
}
say(failed.length === 0 ? "All checks passed." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
