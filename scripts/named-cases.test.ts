import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const CASES = join(ROOT, "../shared/cases/cases.jsonl");

/** The others are read from the file by the tests of `lib/tool-calls`, `lib/partial-json` and `lib/content` themselves. */
const KINDS = ["errors", "interrupt", "markdown", "message-state", "resume", "security", "sse-framing", "stop", "ui"];
/** It needs the script for other pages. */
const NOT_YET = [209];

it.skipIf(!existsSync(CASES)).each(KINDS)("every handed case of %s has a test that names it", (kind) => {
  const lines = readFileSync(CASES, "utf8").split("\n").filter(Boolean);
  const cases = lines.map((line): { n: number; kind: string } => JSON.parse(line));
  const numbers = cases.filter((found) => found.kind === kind).map(({ n }) => n);
  expect(numbers.length).toBeGreaterThan(0);
  const named = namedNumbers();
  expect(numbers.filter((n) => !named.has(n) && !NOT_YET.includes(n))).toEqual([]);
});

/** From titles and comments: "case 193", "cases 118, 120". */
function namedNumbers(): ReadonlySet<number> {
  const files = globSync(["{lib,hooks,components}/**/*.test.{ts,tsx}", "e2e/**/*.spec.ts"], { cwd: ROOT });
  const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
  const lists = texts.flatMap((text) => [...text.matchAll(/\bcases? (\d+(?:, \d+)*)/g)].map(([, list = ""]) => list));
  return new Set(lists.flatMap((list) => list.split(", ").map(Number)));
}
