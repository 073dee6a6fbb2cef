import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const FOLDERS = ["app", "components", "hooks", "lib", "public"];
const FILES = [
  "next.config.mjs",
  "postcss.config.mjs",
  "toolweave.config.ts",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
  "package-lock.json",
];

/** One hash over everything that a build is made of; tests do not count. */
export function sourceHash() {
  const hash = createHash("sha256");
  const names = FOLDERS.flatMap((folder) => filesBelow(folder)).filter(
    (name) => !/\.test(-d)?\.tsx?$|\/test-support\/|\.test-support\.tsx?$|^lib\/testing\//.test(name),
  );
  for (const name of [...names.sort(), ...FILES]) hash.update(name).update("\0").update(readOrEmpty(name)).update("\0");
  return hash.digest("hex");
}

function filesBelow(folder) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(name) : [name];
    });
  } catch {
    return []; // a folder that is not there holds nothing
  }
}

function readOrEmpty(name) {
  try {
    return readFileSync(join(root, name));
  } catch {
    return "";
  }
}
