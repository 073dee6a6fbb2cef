import { defineConfig } from "@playwright/test";

// As root (containers, CI) Chromium starts only without its sandbox; without a network its background requests only cost time.
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 1,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    browserName: "chromium",
    trace: "retain-on-failure",
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      ...(process.env.TOOLWEAVE_BROWSER ? { executablePath: process.env.TOOLWEAVE_BROWSER } : {}),
      args: process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS,
    },
  },
});
