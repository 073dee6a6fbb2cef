import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { freePort } from "./server";

const folder = resolve(import.meta.dirname, "../langgraph-server");
const START_TIMEOUT_MS = 60_000;

/** A real LangGraph development server (`langgraphjs dev`) on loopback, with no thread of an earlier one. */
export type LangGraphServer = { readonly url: string; stop(): Promise<void> };

/** Installs its packages the first time: they are its own, since it asks for TypeScript 5. */
export async function startLangGraphServer(): Promise<LangGraphServer> {
  if (!existsSync(join(folder, "node_modules/.package-lock.json"))) install();
  rmSync(join(folder, ".langgraph_api"), { recursive: true, force: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const bin = join(folder, "node_modules/.bin");
  const child = spawn(
    "langgraphjs",
    ["dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", String(port)],
    {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        LANGGRAPH_CLI_NO_ANALYTICS: "1",
        NO_COLOR: "1",
      },
      detached: true, // the command line starts a process of its own: both are one group
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      printed += piece;
    });
  }
  await waitUntilReady(url, child, () => printed);
  return {
    url,
    async stop() {
      const ended = new Promise((done) => child.once("close", done));
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

function install(): void {
  const { status, stderr } = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The packages of e2e/langgraph-server could not be installed:\n${stderr}`);
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const isReady = await fetch(`${url}/ok`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`The LangGraph server was not ready within ${START_TIMEOUT_MS} ms:\n${output()}`);
}
