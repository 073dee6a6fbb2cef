// What a browser loads before a page can be used: the scripts that its HTML names, without the `nomodule` polyfills.
import { gzipSync } from "node:zlib";
import { ensureBuilt } from "../../scripts/setup/ensure-built.mjs";
import { run } from "../../scripts/setup/run.mjs";
import { startNext } from "./next-server.mjs";

const EMPTY = "bench/page/empty";

/** Bytes, gzipped, of the chat's page and of an empty page of the same Next. */
export async function measureFirstLoad() {
  await ensureBuilt();
  const { code, output } = await run("next", ["build", EMPTY], { capture: true });
  if (code !== 0) throw new Error(`The empty page does not build:\n${output}`);
  return { chat: await scriptBytes("."), empty: await scriptBytes(EMPTY) };
}

async function scriptBytes(folder) {
  const server = await startNext(folder);
  try {
    const html = await (await fetch(server.url)).text();
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/\bnomodule\b/i.test(tag));
    const sources = new Set(scripts.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []));
    let bytes = 0;
    for (const source of sources) {
      const script = await (await fetch(new URL(source.replaceAll("&amp;", "&"), server.url))).arrayBuffer();
      bytes += gzipSync(Buffer.from(script), { level: 6 }).length;
    }
    return bytes;
  } finally {
    await server.stop();
  }
}
