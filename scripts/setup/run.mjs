import { spawn } from "node:child_process";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = resolve(fileURLToPath(import.meta.url), "../../..");

/** The environment our tools run in: the project's own Node first on the path, and no telemetry. */
export function toolEnvironment(extra = {}) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const bin = join(root, "node_modules", ".bin");
  return {
    ...process.env,
    [pathName]: `${bin}${delimiter}${process.env[pathName] ?? ""}`,
    NEXT_TELEMETRY_DISABLED: "1",
    ...extra,
  };
}

/**
 * Runs a command in the repository and waits for it. Resolves with the exit code; with `capture` also with its output.
 * The command goes through the shell on Windows only, where npm and the packages' commands are batch files.
 */
export function run(command, words, { env = {}, capture = false, timeoutMs } = {}) {
  return new Promise((done, reject) => {
    const child = spawn(command, words, {
      cwd: root,
      env: toolEnvironment(env),
      stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
      shell: process.platform === "win32",
      timeout: timeoutMs,
    });
    let output = "";
    child.stdout?.on("data", (piece) => {
      output += piece;
    });
    child.stderr?.on("data", (piece) => {
      output += piece;
    });
    const forward = (signal) => child.kill(signal);
    process.on("SIGINT", forward);
    process.on("SIGTERM", forward);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", forward);
      process.off("SIGTERM", forward);
      done({ code: code ?? (signal ? 1 : 0), output });
    });
  });
}
