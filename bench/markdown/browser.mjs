// The same in a browser: with layout, paint and `content-visibility`, one piece a frame, the page at its end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageScript } from "../bundle.mjs";
import { openBrowser } from "../open-browser.mjs";

const root = join(import.meta.dirname, "../..");
const DELTA = 64;
const PIECES = 160;
const QUIET_MS = 500;

/** For each text the task time of a piece in ms at its start and at its end. */
export async function measureInBrowser(texts) {
  const browser = await openBrowser();
  try {
    const script = await pageScript(join(import.meta.dirname, "page/page.tsx"));
    const results = {};
    for (const [name, text] of Object.entries(texts)) results[name] = await measureText(browser, script, text);
    return results;
  } finally {
    await browser.close();
  }
}

async function measureText(browser, script, text) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const styles = ["components/ui/styles/tokens.css", "components/markdown/markdown.css"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  await page.setContent(`<!doctype html><style>${styles.join("\n")}</style><div id="root"></div>`);
  await page.addScriptTag({ content: script, type: "module" });
  await page.waitForFunction("typeof draw === 'function'");
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const step = async (from, to, delta) => {
    await session.send("HeapProfiler.collectGarbage");
    const before = await taskMs();
    const drawn = await page.evaluate(({ text, from, to, delta }) => globalThis.draw(text, from, to, delta), {
      text,
      from,
      to,
      delta,
    });
    return { ms: ((await taskMs()) - before) / Math.ceil((to - from) / delta), drawn };
  };
  const length = DELTA * PIECES;
  // The answer's first words fetch what it needs (languages); what is measured begins when that has come.
  await step(0, DELTA, DELTA);
  await quiet(page);
  const start = await step(DELTA, length, DELTA);
  await step(length, text.length - length, DELTA * 32); // faster than any model: its colours may come behind it
  await quiet(page);
  const end = await step(text.length - length, text.length, DELTA);
  if (end.drawn.length < text.length / 3) throw new Error(`Not all was drawn: ${end.drawn.length} characters.`);
  await page.close();
  return { start: start.ms, end: end.ms };
}

/** When nothing on the page has changed for a while. */
async function quiet(page) {
  await page.evaluate(
    (quietMs) =>
      new Promise((done) => {
        let timer = setTimeout(done, quietMs);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quietMs);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    QUIET_MS,
  );
}
