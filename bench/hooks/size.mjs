import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, minify } from "vite";

const root = join(import.meta.dirname, "../..");
const ENTRY = "\0size-entry";

/** Never counted: a page that uses hooks has it. */
const REACT = /^react(\/|$)/;
/** Packages that are counted apart. */
const APART = ["zustand", "@tanstack/react-query", "zod", "idb"];

/**
 * What these doors cost a browser, in bytes, minified and gzipped: `own` what loads at once, without any package, and
 * `folders` each one's share of it; `later` the parts that load when they are needed, each less what is there before it;
 * `packages` what each of `APART` adds, as far as it is used, at once and later.
 */
export async function measureSize(doors) {
  const own = await bundle(doors, []);
  const packages = [];
  for (const name of APART) {
    const { bytes, later } = await bundle(doors, [name]);
    packages.push({ name, bytes: bytes - own.bytes, later: sumOf(later) - sumOf(own.later) });
  }
  return { own: own.bytes, later: own.later, folders: own.folders, packages };
}

/** What is loaded until the first answer stands: what is there at once, and the engine of the session. */
export const ENGINE = "lib/store/page/page-engine";

function sumOf(parts) {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The doors in one bundle, with the packages that are named and no others. */
async function bundle(doors, inside) {
  const source = doors.map((door) => `export * from ${JSON.stringify(join(root, door))};`).join("\n");
  const isInside = (id) => inside.some((name) => id === name || id.startsWith(`${name}/`));
  const result = await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@": root } },
    plugins: [
      {
        name: "size-entry",
        resolveId: (id) => (id === "size-entry" ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: "es2023",
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: "size-entry",
        preserveEntrySignatures: "strict",
        external: (id, importer) => {
          if (/^[./@\0]/.test(id) && !id.startsWith("@tanstack/")) return false;
          return REACT.test(id) || (isOwn(importer) && id !== "size-entry" && !isInside(id));
        },
      },
    },
  });
  const chunks = [result].flat().flatMap(({ output }) => output.filter((part) => part.type === "chunk"));
  const reached = reachedFrom(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  );
  const bytes = gzipped(reached);
  const folders = await sharesOf(reached, bytes);
  const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry).sort((a, b) => b.code.length - a.code.length);
  const later = parts.map((part) => {
    const own = reachedFrom(chunks, [part]).filter((chunk) => !reached.includes(chunk));
    reached.push(...own);
    return { name: relative(root, part.facadeModuleId ?? part.name).replace(/\.\w+$/, ""), bytes: gzipped(own) };
  });
  return { bytes, later, folders };
}

/** What loads with these chunks. */
function reachedFrom(chunks, first) {
  const found = new Set();
  const visit = (chunk) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of first) visit(chunk);
  return [...found];
}

function gzipped(chunks) {
  return chunks.length === 0 ? 0 : gzipSync(chunks.map(({ code }) => code).join("\n")).length;
}

/** True for files of ours; a package may import what it needs. */
function isOwn(importer) {
  return importer === undefined || !importer.includes("/node_modules/");
}

/** The bytes by folder, in proportion to the minified code of each. */
async function sharesOf(chunks, bytes) {
  const lengths = new Map();
  for (const { modules } of chunks) {
    for (const [id, { code }] of Object.entries(modules)) {
      if (!code || id.startsWith("\0")) continue; // what the bundler makes itself
      const [top, next = ""] = relative(root, id).split("/");
      const folder = top === "lib" ? `lib/${next}` : top;
      const small = await minify(id, code);
      lengths.set(folder, (lengths.get(folder) ?? 0) + small.code.length);
    }
  }
  const sum = [...lengths.values()].reduce((all, length) => all + length, 0);
  return [...lengths]
    .map(([folder, length]) => ({ folder, bytes: (bytes * length) / sum }))
    .sort((a, b) => b.bytes - a.bytes);
}
