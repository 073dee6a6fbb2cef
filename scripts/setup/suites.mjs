import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { root, run } from "./run.mjs";

const REPORTS = join(root, ".toolweave");

/** Runs the unit tests; resolves with how many passed, failed and were skipped. A runner that dies counts as a failure. */
export async function runUnitTests(words = []) {
  const report = freshReport("unit.json");
  const { code } = await run("vitest", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...words,
  ]);
  const found = readReport(report);
  return count(found?.numPassedTests, found?.numFailedTests, found?.numPendingTests, code);
}

/** Runs the browser tests against the build at hand; resolves like `runUnitTests`. */
export async function runBrowserTests(words = []) {
  const browser = await ensureBrowser();
  const report = freshReport("browser.json");
  const { code } = await run("playwright", ["test", "--config", "e2e/playwright.config.ts", ...words], {
    env: { TOOLWEAVE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const stats = readReport(report)?.stats;
  return count(stats && stats.expected + stats.flaky, stats?.unexpected, stats?.skipped, code);
}

function count(passed = 0, failed = 0, skipped = 0, code = 1) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, name);
  rmSync(report, { force: true });
  return report;
}

function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return undefined; // the runner died before it could write
  }
}
