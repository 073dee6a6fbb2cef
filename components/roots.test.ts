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
