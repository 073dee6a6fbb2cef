import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 12_000;

/** No setting of the machine's own, from the environment or a file, may reach a test; what a test needs it names. */
const NOTHING_SET = Object.fromEntries(
  [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((found) => [
    found[1],
    "",
  ]),
);

/** What tests that are no browser say who they are with; a page has its cookie. */
export const KEY_HEADERS = { "x-api-key": "key-of-the-e2e-tests" } as const;
export const KEYS_ENV = { TOOLWEAVE_API_KEYS: `e2e:${KEY_HEADERS["x-api-key"]}` } as const;

/** A running Toolweave: the production build in a process of its own, on loopback, with a data folder of its own. */
export type RunningServer = {
  readonly url: string;
  readonly dataDir: string;
  /** What it printed so far. */
  output(): string;
  /** Ends the process as a deployment would (SIGTERM), or at once (SIGKILL), and starts it again on the same port and data. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** The first half of `restart`: how the process ended (`null`: by a signal), and after what time. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<{ readonly exitCode: number | null; readonly tookMs: number }>;
  /** The second half. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

export async function startToolweave(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "toolweave-e2e-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let printed = "";
  let child: ChildProcess | undefined;

  async function start() {
    child = spawn("next", ["start", "--port", String(port), "--hostname", "127.0.0.1"], {
      cwd: root,
      env: {
        ...process.env,
        ...NOTHING_SET,
        PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_MANUAL_SIG_HANDLE: "true",
        TOOLWEAVE_DATA_DIR: dataDir,
        ...KEYS_ENV,
        ...env,
      },
      shell: process.platform === "win32",
    });
    child.stdout?.on("data", (piece) => {
      printed += piece;
    });
    child.stderr?.on("data", (piece) => {
      printed += piece;
    });
    await waitUntilReady(url, () => printed, child);
  }

  async function end(signal: "SIGTERM" | "SIGKILL") {
    const running = child;
    const startedAt = performance.now();
    const took = () => ({ exitCode: running?.exitCode ?? null, tookMs: performance.now() - startedAt });
    if (!running || running.exitCode !== null || running.signalCode !== null) return took();
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
    const timer = setTimeout(() => running.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    return took();
  }

  await start();
  return {
    url,
    dataDir,
    output: () => printed,
    end,
    start,
    async restart(signal = "SIGTERM") {
      await end(signal);
      await start();
    },
    async stop() {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, output: () => string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const isReady = await fetch(`${url}/api/ok`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The server was not ready within ${START_TIMEOUT_MS} ms:\n${output()}`);
}

export function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? done(address.port) : reject(new Error("no port"))));
    });
  });
}
