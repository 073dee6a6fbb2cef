import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");
/** Strings that LangChain's code cannot do without, whatever a minifier does to it. */
const MARKERS = ["lc_serializable", "lc_namespace", "langchain_core", "__pregel_"];

const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));

test("the markers are really in LangChain's code", () => {
  const code = textsOf("node_modules/@langchain/{core,langgraph}/dist/**/*.js").join("\n");
  for (const marker of MARKERS) expect(code).toContain(marker);
});

test("no LangChain code is in what the browser loads", () => {
  const chunks = textsOf(".next/static/**/*.js");
  expect(chunks.length).toBeGreaterThan(3);
  for (const marker of MARKERS) expect(chunks.filter((chunk) => chunk.includes(marker))).toEqual([]);
});

/** The page may name a variable in a sentence ("Set OPENAI_API_KEY …"); what may not be there is code that reads one. */
test("nothing that the browser loads reads a secret", () => {
  const settings = readFileSync(join(root, ".env.example"), "utf8");
  const names = [...settings.matchAll(/^# ([A-Z][A-Z0-9_]*(?:KEY|KEYS|SECRET))=/gm)].map((found) => found[1] ?? "");
  expect(names).toEqual(expect.arrayContaining(["OPENAI_API_KEY", "TOOLWEAVE_API_KEYS", "TOOLWEAVE_SECRET"]));
  const served = [...textsOf(".next/static/**/*"), ...textsOf("public/**/*.{js,html,json}")];
  expect(served.length).toBeGreaterThan(3);
  const reads = (name: string) => new RegExp(`[.{,]${name}\\b|\\[["'\`]${name}`);
  expect(reads("OPENAI_API_KEY").test("process.env.OPENAI_API_KEY")).toBe(true);
  expect(reads("OPENAI_API_KEY").test("e['OPENAI_API_KEY']")).toBe(true);
  for (const name of names) expect([name, served.filter((text) => reads(name).test(text)).length]).toEqual([name, 0]);
});
