// npm run e2e: the browser tests alone; words after `--` go to Playwright.
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";

await ensureInstalled({ withDevelopment: true });
await ensureBuilt();
const { runBrowserTests } = await import("./setup/suites.mjs");
const { failed } = await runBrowserTests(process.argv.slice(2));
process.exitCode = failed === 0 ? 0 : 1;
