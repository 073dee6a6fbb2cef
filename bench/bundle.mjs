import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** Bundles a door of lib (`lib/tool-calls`) for Node, as it is served minified or as it is, and returns the file. */
export async function bundle(door, { isMinified = false } = {}) {
  const outDir = join(root, ".toolweave/bench");
  const fileName = `${door.replaceAll("/", "-")}${isMinified ? ".min" : ""}.mjs`;
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@": root } },
    build: {
      target: "es2023",
      minify: isMinified,
      outDir,
      emptyOutDir: false,
      lib: { entry: join(root, door, "index.ts"), formats: ["es"], fileName: () => fileName },
    },
  });
  return join(outDir, fileName);
}

/** Bundles a door and imports it. */
export async function load(door) {
  return import(pathToFileURL(await bundle(door)).href);
}
