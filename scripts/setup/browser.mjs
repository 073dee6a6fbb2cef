import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readEnvironmentFiles } from "./environment.mjs";
import { run } from "./run.mjs";
import { fail, step } from "./say.mjs";

const COMMANDS = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Finds a browser for the tests: TOOLWEAVE_BROWSER, an installed Chrome or Chromium, Playwright's own download,
 * and as root on Debian the system's package. Returns the path, or stops and says what to do.
 */
export async function ensureBrowser(env = process.env) {
  readEnvironmentFiles();
  if (env.TOOLWEAVE_BROWSER) {
    if (existsSync(env.TOOLWEAVE_BROWSER)) return env.TOOLWEAVE_BROWSER;
    fail(`TOOLWEAVE_BROWSER is "${env.TOOLWEAVE_BROWSER}", and there is no such file.`);
  }
  const installed = installedBrowser(env);
  if (installed) return installed;

  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const download = await step("Downloading a browser for the tests", () =>
    run("playwright", ["install", "chromium", "--only-shell"], { capture: true, timeoutMs: 120_000 }),
  );
  if (download.code === 0 && existsSync(chromium.executablePath())) return chromium.executablePath();

  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await step("The download did not work; installing Debian's chromium", async () => {
      const quiet = { capture: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
      await run("apt-get", ["update", "-qq"], quiet);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet);
    });
    const fromDebian = installedBrowser(env);
    if (fromDebian) return fromDebian;
  }
  return fail("No browser for the tests was found. Install Chrome or Chromium, or set TOOLWEAVE_BROWSER to its path.");
}

function installedBrowser(env) {
  const folders = (env.PATH ?? "").split(delimiter);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...onPath, ...PLACES].find((place) => existsSync(place));
}
