import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { build } from "vite";
import { freePort } from "./server";

const root = resolve(import.meta.dirname, "../..");
const source = join(root, "e2e/headless-page");
const START_TIMEOUT_MS = 30_000;

/** The page and its server on one origin; a restart is a crash, on the same port and data. */
export type HeadlessServer = { readonly url: string; restart(): Promise<void>; stop(): Promise<void> };

async function startHeadlessServer(): Promise<HeadlessServer> {
  const shared = { configFile: false, logLevel: "error", resolve: { alias: { "@": root } } } as const;
  const outDir = join(root, ".toolweave/headless-page");
  const pageDir = join(outDir, "page");
  await build({ ...shared, root: source, base: "/", build: { outDir: pageDir, emptyOutDir: true } });
  const entry = { ssr: join(source, "server.ts"), outDir: join(outDir, "server"), emptyOutDir: true, target: "node20" };
  await build({ ...shared, root, build: entry });
  const dataDir = mkdtempSync(join(tmpdir(), "toolweave-headless-"));
  const port = String(await freePort());
  const env = {
    ...process.env,
    TOOLWEAVE_DATA_DIR: dataDir,
    PAGE_DIR: pageDir,
    PORT: port,
    TOOLWEAVE_DEMO_PACE: "200",
  };
  const start = () => startProcess(join(outDir, "server/server.js"), env);
  let child = await start();
  return {
    url: `http://localhost:${port}`,
    async restart() {
      await end(child);
      child = await start();
    },
    async stop() {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function startProcess(script: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, reject) => {
    const timer = setTimeout(() => reject(new Error("the server did not start")), START_TIMEOUT_MS);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (piece: Buffer) => {
      if (!piece.toString().includes("http://")) return;
      clearTimeout(timer);
      done(child);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

/** Executions as the pages count them, and a gate that holds them. */
export type Executions = {
  /** Names of the tools in the order in which their code began. */
  readonly began: string[];
  /** From now on an execution does not end until `release`. */
  hold(): void;
  release(): void;
  /** From now on an execution ends with this error, `undefined`: well. */
  fail(message: string | undefined): void;
  /** Counts in this browser too. */
  watch(context: BrowserContext): Promise<void>;
};

function createExecutions(): Executions {
  const began: string[] = [];
  let gate = Promise.withResolvers<void>();
  let failure: string | undefined;
  gate.resolve();
  return {
    began,
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
    fail: (message) => {
      failure = message;
    },
    watch: async (context) => {
      await context.exposeFunction("executed", async (name: string) => {
        began.push(name);
        await gate.promise;
        if (failure !== undefined) throw new Error(failure);
      });
    },
  };
}

/** A tab that shows a thread. */
export type Tab = {
  readonly page: Page;
  send(text: string): Promise<void>;
  /** The card of a call of that tool, in that state. */
  card(name: string, state?: string): Locator;
  /** The agent has heard exactly this. */
  heard(words: string): Promise<void>;
};

export function tabOf(page: Page): Tab {
  return {
    page,
    send: async (text) => {
      const box = page.getByRole("textbox", { name: /^(Message|Add to the queue|Answer)/ });
      await box.fill(text);
      await box.press("Enter");
    },
    card: (name, state) => page.getByRole("article", { name: state === undefined ? name : `${name}: ${state}` }),
    heard: (words) => expect(page.getByRole("region", { name: "Messages" })).toContainText(`Heard: ${words}`),
  };
}

type Fixtures = { executions: Executions; tab: Tab; open: (page: Page, thread?: string) => Promise<Tab> };

/** Tests on the page of `e2e/headless-page`, whose tools count themselves. */
export const test = base.extend<Fixtures, { host: HeadlessServer }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const server = await startHeadlessServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  executions: async ({ context }, use) => {
    const executions = createExecutions();
    await executions.watch(context);
    await use(executions);
    executions.release();
  },
  open: async ({ host, executions: _ }, use) => {
    await use(async (page, thread) => {
      await page.goto(thread ?? host.url);
      await page.getByRole("textbox", { name: /^(Message|Add to the queue|Answer)/ }).waitFor();
      return tabOf(page);
    });
  },
  tab: async ({ page, open }, use) => {
    await use(await open(page));
  },
});

export { expect } from "@playwright/test";
