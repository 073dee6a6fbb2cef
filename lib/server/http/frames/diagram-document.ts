import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DIAGRAM_FRAME_SCRIPT, DIAGRAM_SCRIPT } from "./diagram-script";

/** The library's own bundle for browsers, in one file. */
const LIBRARY = "mermaid/dist/mermaid.min.js";

/** A page that draws diagrams, as it is sent: some 5 MiB, of which the server around the api makes 1.5 on the way. */
export type DiagramDocument = { readonly etag: string; readonly html: string };

/** Reads the library once for the process. */
export async function makeDiagramDocument(): Promise<DiagramDocument> {
  const library = await readFile(libraryPath(), "utf8");
  const scripts = [DIAGRAM_FRAME_SCRIPT, library, DIAGRAM_SCRIPT].map((text) => `<script>${inScript(text)}</script>`);
  const html = `<!doctype html><meta charset="utf-8"><title>Diagrams</title><body>${scripts.join("")}`;
  return { etag: `"${createHash("sha256").update(html).digest("base64url")}"`, html };
}

/** Asked of Node itself: a bundler would take an imported `createRequire` for its own, and give a number for the path. */
function libraryPath(): string {
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(join(process.cwd(), "package.json")).resolve(LIBRARY);
}

/** Text that HTML would take for the end of the script, or for its own comment; in JavaScript it stands in strings alone. */
function inScript(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, "\\x3c");
}
