import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { KEYS_ENV, startToolweave } from "./server";
import { buildScript, startStaticPage } from "./static-page";

const root = resolve(import.meta.dirname, "../..");
/** Chunks a second: fast enough for a long text within a test, slow enough to leave in the middle of it. */
const PACE = "250";
const START_TIMEOUT_MS = 30_000;

/** What Toolweave's handlers are mounted in. */
export type Host = "plain Node" | "Next";

/** A page with LangGraph's own hook, and a Toolweave of another origin. */
export type SdkPage = { readonly pageUrl: string; readonly apiUrl: string; stop(): Promise<void> };

/** The host Next needs the production build. */
export const hasBuild = () => existsSync(join(root, ".next/BUILD_ID"));

/** Builds the page, and the plain host where it is asked for, and starts both. */
export async function startSdkPage(host: Host): Promise<SdkPage> {
  const page = await startStaticPage("sdk-page");
  const api = host === "Next" ? await startNext() : await startPlainNode();
  return {
    pageUrl: page.url,
    apiUrl: api.url,
    stop: async () => void (await Promise.all([api.stop(), page.stop()])),
  };
}

async function startPlainNode() {
  const dataDir = mkdtempSync(join(tmpdir(), "toolweave-sdk-page-"));
  const { child, address } = await startServer(await buildScript("sdk-page/server.ts"), dataDir);
  return {
    url: address,
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startNext() {
  const { url, stop } = await startToolweave({ TOOLWEAVE_DEMO_PACE: PACE });
  return { url: `${url}/api`, stop };
}

function startServer(script: string, dataDir: string): Promise<{ child: ChildProcess; address: string }> {
  const env = { ...process.env, ...KEYS_ENV, TOOLWEAVE_DATA_DIR: dataDir, TOOLWEAVE_DEMO_PACE: PACE };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, reject) => {
    const timer = setTimeout(() => reject(new Error("the server did not start")), START_TIMEOUT_MS);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (piece: Buffer) => {
      const address = /http:\/\/\S+/.exec(piece.toString())?.[0];
      if (!address) return;
      clearTimeout(timer);
      done({ child, address });
    });
  });
}
