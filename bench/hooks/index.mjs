// What the hooks weigh, and what they cost in a browser.
import { measureInBrowser } from "./browser.mjs";
import { measureSize } from "./size.mjs";

export const title = "Hooks and client";

const MUST_BYTES = 15 * 1024;

export async function measure() {
  return { rows: [...(await sizeRows()), ...(await measureInBrowser())], text: "" };
}

async function sizeRows() {
  const { own, folders, packages } = await measureSize(["hooks/index.ts"]);
  const inKib = (bytes) => `${(bytes / 1024).toFixed(2)} KiB`;
  return [
    {
      what: "hooks and client, own code, minified, gzipped",
      value: inKib(own),
      must: `≤ ${inKib(MUST_BYTES)}`,
      isMet: own <= MUST_BYTES,
      note: folders.map(({ folder, bytes }) => `${folder} ${inKib(bytes)}`).join(", "),
    },
    ...packages.map(({ name, bytes }) => ({ what: `and ${name}, as far as it is used`, value: inKib(bytes) })),
  ];
}
