// What the hooks cost in a browser, against a page that appends plain text once a frame and nothing else.
import { createServer } from "node:http";
import { join } from "node:path";
import { pageScript } from "../bundle.mjs";
import { openBrowser } from "../open-browser.mjs";
import { median } from "../timing.mjs";
import { measurePeers, peerFiles } from "./peers.mjs";

/** Rounds; what is compared comes from the same round, since a machine is not the same all the time. */
const RUNS = 9;
const MAX_RATIO = 1.5;
const MAX_GROWTH = 1.3;
const RUN_TIMEOUT_MS = 60_000;
const PAGES = ["limit", "hooks"];

/** Counts React's commits, by the door that React's developer tools use. */
const COUNT_COMMITS = `window.commits = 0; window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, renderers: new Map(),
  inject: () => 1, onCommitFiberRoot() { window.commits += 1; }, onPostCommitFiberRoot() {}, onCommitFiberUnmount() {}, checkDCE() {} };`;

/** Rows of the table: time, commits and long tasks. */
export async function measureInBrowser() {
  const scriptOf = (page) => pageScript(join(import.meta.dirname, "pages", `${page}.tsx`));
  const scripts = Object.fromEntries(await Promise.all(PAGES.map(async (page) => [page, await scriptOf(page)])));
  const peers = peerFiles();
  const server = createServer((request, response) => {
    const peer = peers[/^\/peers\/([\w.]+)/.exec(request.url)?.[1] ?? ""];
    if (peer !== undefined) {
      const type = /\.js$/.test(request.url) ? "text/javascript" : "text/html";
      response.writeHead(200, { "content-type": type }).end(peer);
      return;
    }
    const page = new URL(request.url, "http://localhost").pathname.slice(1).replace(/\.js$/, "");
    const isScript = request.url.endsWith(".js");
    response.writeHead(page in scripts ? 200 : 404, { "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? scripts[page] : html(page));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await openBrowser();
  const base = `http://127.0.0.1:${server.address().port}`;
  const run = (page, earlier, speed) => runPage(browser, `${base}/${page}?earlier=${earlier}&speed=${speed}`);
  try {
    return [...(await measureAll(run)), ...(await measurePeers(browser, base, peers))];
  } finally {
    await browser.close();
    server.close();
  }
}

async function measureAll(run) {
  const results = {};
  for (let round = 0; round < RUNS; round++) {
    for (const earlier of [0, 1_000, 10_000]) {
      for (const page of PAGES) {
        const name = `${page} ${earlier}`;
        results[name] = [...(results[name] ?? []), await run(page, earlier, "full")];
      }
    }
  }
  for (const page of PAGES) results[`${page} rate`] = [await run(page, 0, "rate")];
  const of = (name, field) => median(results[name].map((result) => result[field]));
  const task = (name) => of(name, "taskMs");
  const against = (name, other) =>
    median(results[name].map(({ taskMs }, round) => taskMs / results[other][round].taskMs));
  const ratio = against("hooks 0", "limit 0");
  const growth = [1_000, 10_000].map((earlier) => ({ earlier, value: against(`hooks ${earlier}`, "hooks 0") }));
  const full = results["hooks 0"];
  return [
    {
      what: "5,000 text deltas and 100 KB of arguments at full speed, live structured arguments, task time against plain text",
      value: `${ratio.toFixed(2)} ×`,
      must: `≤ ${MAX_RATIO} ×`,
      isMet: ratio <= MAX_RATIO,
      note: `${Math.round(task("hooks 0"))} against ${Math.round(task("limit 0"))} ms`,
    },
    ...growth.map(({ earlier, value }) => ({
      what: `the same with ${earlier.toLocaleString("en")} earlier messages in a list that shows 30, against the empty thread`,
      value: `${value.toFixed(2)} ×`,
      must: `≤ ${MAX_GROWTH} ×`,
      isMet: value <= MAX_GROWTH,
      note: `the plain page: ${against(`limit ${earlier}`, "limit 0").toFixed(2)} ×`,
    })),
    {
      what: "commits against frames at full speed",
      value: `${of("hooks 0", "commits")} of ${of("hooks 0", "frames")}`,
      must: "commits ≤ frames",
      isMet: full.every(({ commits, frames }) => commits <= frames),
    },
    {
      what: "tasks over 50 ms at 200 deltas a second",
      value: `${of("hooks rate", "longTasks")}`,
      must: "0",
      isMet: of("hooks rate", "longTasks") === 0,
    },
    {
      what: "tasks over 50 ms at full speed, against the plain page",
      value: `${of("hooks 0", "longTasks")}`,
      must: `≤ ${of("limit 0", "longTasks")}`,
      isMet: of("hooks 0", "longTasks") <= of("limit 0", "longTasks"),
    },
  ];
}

/** A page of its own each time; what stands there at the end is checked, so that no page can win by doing less. */
async function runPage(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const metrics = async () => {
    const { metrics: list } = await session.send("Performance.getMetrics");
    return Object.fromEntries(list.map(({ name, value }) => [name, value]));
  };
  try {
    await page.goto(address);
    await page.waitForFunction("window.measured?.isReady", undefined, { timeout: RUN_TIMEOUT_MS, polling: 100 });
    await session.send("HeapProfiler.collectGarbage");
    const before = await metrics();
    await page.evaluate("Object.assign(measured, { frames: 0, longTasks: 0 }), window.commits = 0, void begin()");
    await page.waitForFunction("window.measured.isDone", undefined, { timeout: RUN_TIMEOUT_MS, polling: 100 });
    const after = await metrics();
    const { measured, commits } = await page.evaluate("({ measured, commits })");
    if (measured.text < 15_000 || measured.value < 80_000)
      throw new Error(`Not all arrived: ${JSON.stringify(measured)}`);
    return { ...measured, commits, taskMs: (after.TaskDuration - before.TaskDuration) * 1000 };
  } catch (error) {
    throw new Error(`${address}: ${error.message} ${problems.join(" ")}`, { cause: error });
  } finally {
    await context.close();
  }
}

function html(page) {
  return `<!doctype html><meta charset="utf-8"><style>pre{height:300px;overflow:hidden;contain:strict}</style>
<div id="root"></div><script>${COUNT_COMMITS}</script><script type="module" src="/${page}.js"></script>`;
}
