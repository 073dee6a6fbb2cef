import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

/** Set by our own scripts for the processes they start. */
const INTERNAL = new Set(["TOOLWEAVE_SETTLED"]);

describe(".env.example", () => {
  const listed = new Set([...read(".env.example").matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((found) => found[1]));
  const sources = globSync("{app,bench,components,e2e,hooks,lib,scripts}/**/*.{ts,tsx,mjs}", { cwd: root }).filter(
    (file) => !file.includes(".peers") && !/\.test\.|test-support|e2e\//.test(file),
  );

  it("names every variable that the code reads", () => {
    const used = sources.flatMap((file) =>
      [...read(file).matchAll(/\b(TOOLWEAVE_[A-Z_]+|[A-Z]+(?:_[A-Z]+)*_(?:API_KEY|BASE_URL|API_BASE|API_URL))\b/g)].map(
        (found) => found[1],
      ),
    );
    expect(used.length).toBeGreaterThan(30);
    expect([...new Set(used)].filter((name) => !listed.has(name) && !INTERNAL.has(name ?? ""))).toEqual([]);
  });

  it("names no variable that nothing reads", () => {
    const tests = globSync("{*.ts,lib/**/*.test.ts}", { cwd: root });
    const code = [...sources, ...tests].map(read).join("\n");
    expect([...listed].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});
