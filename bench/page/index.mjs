import { ensureBuilt } from "../../scripts/setup/ensure-built.mjs";
import { openBrowser } from "../open-browser.mjs";
import { measureFirstLoad } from "./first-load.mjs";
import { measureInteractive } from "./interactive.mjs";
import { measureLongThread } from "./long-thread.mjs";
import { startNext } from "./next-server.mjs";
import { startProvider } from "./provider.mjs";
import { measureStreaming } from "./streaming.mjs";

const MAX_FIRST_LOAD_KIB = 120;

export const title = "The page";

/** The production build in headless Chromium. */
export async function measure() {
  const { chat, empty } = await measureFirstLoad();
  await ensureBuilt();
  const overKib = (chat - empty) / 1024;
  const rows = [
    {
      what: "scripts of the chat's page, gzipped, above those of an empty page of the same Next",
      value: `${overKib.toFixed(1)} KiB`,
      must: `≤ ${MAX_FIRST_LOAD_KIB} KiB`,
      isMet: overKib <= MAX_FIRST_LOAD_KIB,
      note: `${(chat / 1024).toFixed(1)} and ${(empty / 1024).toFixed(1)} KiB, without polyfills for old browsers`,
    },
  ];
  const provider = await startProvider();
  const server = await startNext(".", {
    TOOLWEAVE_MODEL: "openai:paced",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: provider.url,
  });
  const browser = await openBrowser();
  try {
    rows.push(...(await measureInteractive(browser, server.url)));
    rows.push(...(await measureStreaming(browser, server.url)));
    rows.push(...(await measureLongThread(browser, server.url)));
  } finally {
    await browser.close();
    await server.stop();
    provider.stop();
  }
  return { rows };
}
