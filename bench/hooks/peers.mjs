import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../.peers");
const CAP_MS = 60_000;

/** Page and title; `limit` is the peers' own plain page. */
const PAGES = [
  ["limit", "their plain page"],
  ["lgsdk", "useStream of langgraph-sdk"],
  ["lcreact", "useStream of @langchain/react"],
  ["ai6", "useChat of AI SDK 6"],
  ["ai7", "useChat of AI SDK 7"],
  ["aui", "assistant-ui"],
];

/** The peers' pages as files by name, built by their own script from bench/.peers (see install-peers.mjs); empty where they are not installed. */
export function peerFiles() {
  const script = join(folder, "05-build.mjs");
  if (!existsSync(script) || !existsSync(join(folder, "node_modules/esbuild"))) return {};
  execFileSync(process.execPath, [script], { cwd: folder, stdio: "ignore" });
  const names = PAGES.flatMap(([page]) => [`${page}.html`, `${page}.js`]);
  const read = (name) => [name, readFileSync(join(folder, "out/web", name))];
  return Object.fromEntries(names.filter((name) => existsSync(join(folder, "out/web", name))).map(read));
}

/** Rows of what the built pages take for the same load, beside ours in the same run. */
export async function measurePeers(browser, base, files) {
  const rows = [];
  for (const [page, title] of PAGES.filter(([name]) => `${name}.html` in files)) {
    const full = await runPeer(browser, `${base}/peers/${page}.html?mode=max&hist=0`);
    const rate = await runPeer(browser, `${base}/peers/${page}.html?mode=rate&hist=0`);
    rows.push({
      what: `the same load at full speed, ${title}`,
      value: full.isDone ? `${Math.round(full.taskMs)} ms` : `more than ${CAP_MS / 1000} s`,
      note: `${full.commits} commits, ${full.long} tasks over 50 ms; at 200 a second ${rate.long}`,
    });
  }
  return rows;
}

async function runPeer(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  try {
    await page.goto(address);
    await page.waitForFunction("window.__go && (!window.__ready || window.__ready())", undefined, { polling: 100 });
    await session.send("HeapProfiler.collectGarbage");
    const before = await taskMs();
    await page.evaluate(
      "Object.assign(window.__stat, { long: 0, frames: 0 }), window.__commits = 0, void window.__go()",
    );
    const isDone = await page.waitForFunction("window.__stat.done", undefined, { timeout: CAP_MS, polling: 100 }).then(
      () => true,
      () => false,
    );
    const { long, commits } = await page.evaluate("({ long: window.__stat.long, commits: window.__commits })");
    return { isDone, taskMs: (await taskMs()) - before, long, commits };
  } finally {
    await context.close();
  }
}
