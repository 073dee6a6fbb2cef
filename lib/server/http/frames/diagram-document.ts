import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { DIAGRAM_FRAME_SCRIPT, DIAGRAM_SCRIPT } from "./diagram-script";

/** The library's own bundle for browsers, in one file. */
const LIBRARY = "mermaid/dist/mermaid.min.js";

/** A page that draws diagrams, as it is sent. */
export type DiagramDocument = {
  readonly etag: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** The same for the few who take no gzip. */
  readonly plain: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** Reads the library and packs it: some 5 MiB become 1.5, once for the process. */
export async function makeDiagramDocument(): Promise<DiagramDocument> {
  const library = await readFile(libraryPath(), "utf8");
  const scripts = [DIAGRAM_FRAME_SCRIPT, library, DIAGRAM_SCRIPT].map((text) => `<script>${inScript(text)}</script>`);
  const html = `<!doctype html><meta charset="utf-8"><title>Diagrams</title><body>${scripts.join("")}`;
  const gzipped = new Uint8Array(await promisify(gzip)(html, { level: 9 }));
  return {
    etag: `"${createHash("sha256").update(html).digest("base64url")}"`,
    gzipped,
    plain: async () => new Uint8Array(await promisify(gunzip)(gzipped)),
  };
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
