import { join, resolve } from "node:path";
import { build, preview } from "vite";
import { freePort } from "./server";

const root = resolve(import.meta.dirname, "../..");
const shared = { configFile: false, logLevel: "error", resolve: { alias: { "@": root } } } as const;

/** A page of `e2e/<name>`, built and served on a loopback port of its own. */
export type StaticPage = { readonly url: string; stop(): Promise<void> };

/** Builds into a folder that git ignores. */
export async function startStaticPage(name: string): Promise<StaticPage> {
  const source = join(root, "e2e", name);
  const outDir = join(root, ".toolweave", name, "page");
  await build({ ...shared, root: source, base: "./", build: { outDir, emptyOutDir: true } });
  const page = await preview({
    ...shared,
    root: source,
    build: { outDir },
    preview: { host: "127.0.0.1", port: await freePort(), strictPort: true },
  });
  return { url: page.resolvedUrls?.local[0] ?? "", stop: () => page.close() };
}

/** Builds one file of `e2e` that runs on Node; returns the path of the script. */
export async function buildScript(file: string): Promise<string> {
  const outDir = join(root, ".toolweave", file.replace(/\.ts$/, ""));
  const entry = { ssr: join(root, "e2e", file), outDir, emptyOutDir: true, target: "node20" };
  await build({ ...shared, root, build: entry });
  return join(outDir, `${file.slice(file.lastIndexOf("/") + 1).replace(/\.ts$/, "")}.js`);
}
