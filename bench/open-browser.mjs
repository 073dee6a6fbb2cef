import { chromium } from "@playwright/test";
import { ensureBrowser } from "../scripts/setup/browser.mjs";

const FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The browser of the tests, without the work that it does for itself; as root it starts only without its sandbox. */
export async function openBrowser() {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS,
  });
}
