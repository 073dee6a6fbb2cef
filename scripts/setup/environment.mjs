import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadEnvFile } from "node:process";
import { root } from "./run.mjs";

/** Reads `.env.local` and `.env` as the pages do; what the environment already says stays. */
export function readEnvironmentFiles(folder = root) {
  for (const name of [".env.local", ".env"]) {
    const file = join(folder, name);
    if (existsSync(file)) loadEnvFile(file);
  }
}
