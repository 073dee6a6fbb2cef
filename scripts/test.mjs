// npm test: installs, finds a browser, builds, runs all unit and browser tests, ends with one plain line.
import { ensureBrowser } from "./setup/browser.mjs";
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { run } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

await ensureInstalled({ withDevelopment: true });
if (process.env.TOOLWEAVE_SETTLED !== "1") {
  // From here on everything runs on the project's own Node, which may have been installed just now.
  const { code } = await run("node", ["scripts/test.mjs", ...process.argv.slice(2)], {
    env: { TOOLWEAVE_SETTLED: "1" },
  });
  process.exit(code);
}
const { runBrowserTests, runUnitTests } = await import("./setup/suites.mjs");
await ensureBrowser();
await ensureBuilt();
say("  Types …");
const types = await run("tsc", ["-p", "tsconfig.json"]);
say("  Unit tests …");
const unit = await runUnitTests();
say("  Browser tests …");
const browser = await runBrowserTests();
const failed = unit.failed + browser.failed + (types.code === 0 ? 0 : 1);
const skipped = unit.skipped + browser.skipped;
say(
  `${unit.passed + browser.passed + (types.code === 0 ? 1 : 0)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
process.exitCode = failed === 0 ? 0 : 1;
