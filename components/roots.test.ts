import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const here = import.meta.dirname;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const files = filesBelow(here)
  .filter((path) => !/\.test\.tsx?$|test-support/.test(path))
  .map((path) => ({ name: relative(here, path), text: withoutComments(readFileSync(path, "utf8")) }));
const styles = files.filter(({ name }) => name.endsWith(".css"));
const scripts = files.filter(({ name }) => /\.tsx?$/.test(name));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** Where the pattern stands, as `file: match`. */
function found(among: typeof files, pattern: RegExp): string[] {
  return among.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([match]) => `${name}: ${match}`));
}

describe("the parts can stand in another page, and in a shadow root", () => {
  it("no size follows the page's own font size", () => {
    expect(found(styles, /\d(?:\.\d+)?rem\b/g)).toEqual([]);
    expect(found(scripts, /\d(?:\.\d+)?rem\b/g)).toEqual([]);
  });

  it("every class carries the prefix", () => {
    const selectors = styles
      .filter(({ name }) => name !== "styles.css")
      .map(({ name, text }) => ({ name, text: text.replace(/\{[^{}]*\}/g, "{}") }));
    // What remark-gfm calls its own, always within ours.
    expect(found(selectors, /\.(?!tw-|task-list-item|footnotes)[a-z][\w-]*/g)).toEqual([]);
    const classes = scripts.flatMap(({ name, text }) =>
      [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, list = ""]) =>
        list
          .split(/\s+/)
          .filter((one) => one !== "" && !/^tw[-:]/.test(one))
          .map((one) => `${name}: ${one}`),
      ),
    );
    expect(classes).toEqual([]);
  });

  it("every style lies in the cascade layer", () => {
    const [entry] = styles.filter(({ name }) => name === "styles.css");
    const imports = [...(entry?.text ?? "").matchAll(/@import "\.\/([^"]+)"([^;]*);/g)];
    const bare = imports.filter(([, , rest = ""]) => !rest.includes("layer(toolweave.")).map(([, name]) => name);
    expect(bare).toEqual(["ui/styles/theme.css"]); // Tailwind's names for the tokens: no rules
    const listed = new Set(imports.map(([, name]) => name));
    expect(styles.map(({ name }) => name).filter((name) => name !== "styles.css" && !listed.has(name))).toEqual([]);
  });
});

/** Where a part must know the page itself: each is told here why its root would not do. */
const PAGE_USERS: Readonly<Record<string, string>> = {
  "artifact-frame/use-frame-guard.ts":
    "a frame's messages come to the window, and who has the focus is the document's to say",
  "ui/export/copy-text.ts": "the old way of the clipboard takes what is selected in the document; nothing stays in it",
  "ui/export/download-text.ts": "an anchor that is never put anywhere",
};

describe("what the parts reach for", () => {
  it("the page's document and window are named by nobody else: listeners and what lies above all take the chat's root", () => {
    const users = found(scripts, /\b(?:document|window|globalThis)\.(?!\$)[a-zA-Z]+/g).map(
      (one) => one.split(": ")[0] ?? "",
    );
    expect([...new Set(users)].sort()).toEqual(Object.keys(PAGE_USERS).sort());
  });

  it("every word that a person reads or hears comes from the one object of a language", () => {
    const parts = scripts.filter(({ name }) => name.endsWith(".tsx"));
    expect(found(parts, /\b(?:aria-label|aria-description|placeholder|title|alt|label)="[^"]*[a-z][^"]*"/g)).toEqual(
      [],
    );
    // Words between two tags of one line, or alone on a line.
    expect(found(parts, /<[a-z][^<>=]*>\s*[A-Za-z][A-Za-z ,.'’]*\s*<\//g)).toEqual([]);
    expect(found(parts, /^\s+[A-Z][a-z]+(?: [a-z]+)+[.?!]?$/gm)).toEqual([]);
  });

  it("nothing is of Next", () => {
    expect(found(scripts, /from "next[/"][^"]*"?/g)).toEqual([]);
  });
});
