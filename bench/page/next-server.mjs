import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 30_000;

/** Serves a production build (`folder` is relative to the repository) on loopback, with a data folder of its own. */
export async function startNext(folder = ".", env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "toolweave-bench-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn("next", ["start", folder, "--port", String(port), "--hostname", "127.0.0.1"], {
    cwd: root,
    stdio: "ignore",
    env: {
      ...process.env,
      PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_MANUAL_SIG_HANDLE: "true",
      TOOLWEAVE_DATA_DIR: dataDir,
      ...env,
    },
  });
  const endMs = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (Date.now() > endMs || child.exitCode !== null) throw new Error(`next start ${folder} did not come up.`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    /** It says and hears nothing until `goOn`. */
    pause: () => child.kill("SIGSTOP"),
    goOn: () => child.kill("SIGCONT"),
    stop: async () => {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function answers(url) {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
