import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

const shared = { root, configFile: false, logLevel: "error", resolve: { alias: { "@": root } } };
const outDir = join(root, ".toolweave/bench");

/** Bundles a door (`lib/tool-calls`) and imports it; packages that `external` names are not bundled. */
export async function load(door, external = []) {
  const fileName = `${door.replaceAll("/", "-")}.mjs`;
  await build({
    ...shared,
    build: {
      target: "es2023",
      minify: false,
      outDir,
      emptyOutDir: false,
      rolldownOptions: { external },
      lib: { entry: join(root, door, "index.ts"), formats: ["es"], fileName: () => fileName },
    },
  });
  return import(pathToFileURL(join(outDir, fileName)).href);
}

/** The code of doors together as a page would load it. */
export async function minified(...doors) {
  const input = join(outDir, "minified-entry.mjs");
  mkdirSync(outDir, { recursive: true });
  writeFileSync(
    input,
    doors.map((door) => `export * from ${JSON.stringify(join(root, door, "index.ts"))};`).join("\n"),
  );
  const rolldownOptions = { input, preserveEntrySignatures: "strict" };
  const result = await build({ ...shared, build: { target: "es2023", minify: true, write: false, rolldownOptions } });
  return [result]
    .flat()
    .flatMap(({ output }) => output.map(({ code = "" }) => code))
    .join("\n");
}

/** A page's script with all that it imports in one file, as a production build has it. */
export async function pageScript(input) {
  const result = await build({
    ...shared,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      target: "es2023",
      minify: true,
      write: false,
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  });
  return [result].flat().flatMap(({ output }) => output.filter(({ type }) => type === "chunk"))[0].code;
}
