import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** The scripts that may run before anything is installed. */
const early = globSync("scripts/**/*.mjs", { cwd: root });

describe("the scripts before the install", () => {
  it("import Node's own modules and each other, nothing else", () => {
    expect(early.length).toBeGreaterThan(8);
    const foreign = early.flatMap((file) =>
      parseSync(file, readFileSync(resolve(root, file), "utf8"))
        .module.staticImports.map((found) => found.moduleRequest.value)
        .filter(
          (name) => !name.startsWith(".") && !(name.startsWith("node:") && builtinModules.includes(name.slice(5))),
        )
        .map((name) => `${file}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it("start node by its name, so that the project's own runs", () => {
    const users = early.filter((file) => readFileSync(resolve(root, file), "utf8").includes("process.execPath"));
    expect(users).toEqual([]);
  });
});

describe("what is installed", () => {
  const manifest = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
  const lock = readFileSync(resolve(root, "package-lock.json"), "utf8");

  it("is pinned exactly, and the lock file names no address", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const loose = versions.filter(([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(String(version)));
    expect(loose).toEqual([]);
    expect(lock).not.toMatch(/"resolved": "https?:/);
  });

  it("takes SQLite's binary from an npm package, so that no compiler is needed", () => {
    const { packages } = JSON.parse(lock);
    expect(packages["node_modules/better-sqlite3"].name).toBe("libsql");
    const withScript = Object.entries<{ hasInstallScript?: boolean; gypfile?: boolean }>(packages).filter(
      ([name, entry]) => entry.hasInstallScript && /sqlite|libsql/.test(name),
    );
    expect(withScript).toEqual([]);
  });

  it("has one script of one word for each duty", () => {
    for (const name of ["start", "dev", "build", "test", "check", "bench", "e2e", "size"]) {
      expect(manifest.scripts).toHaveProperty(name);
    }
  });
});
