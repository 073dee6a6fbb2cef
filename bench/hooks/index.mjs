// What the hooks weigh, and what they cost in a browser.
import { measureInBrowser } from "./browser.mjs";
import { ENGINE, measureSize } from "./size.mjs";

export const title = "Hooks and client";

const MUST_BYTES = 15 * 1024;

export async function measure() {
  return { rows: [...(await sizeRows()), ...(await measureInBrowser())], text: "" };
}

async function sizeRows() {
  const { own, later, folders, packages } = await measureSize(["hooks/index.ts"]);
  const inKib = (bytes) => `${(bytes / 1024).toFixed(2)} KiB`;
  const engine = later.find(({ name }) => name === ENGINE)?.bytes ?? 0;
  return [
    {
      what: "hooks and client, own code, minified, gzipped: at once",
      value: inKib(own),
      must: `≤ ${inKib(MUST_BYTES)}`,
      isMet: own <= MUST_BYTES,
      note: folders.map(({ folder, bytes }) => `${folder} ${inKib(bytes)}`).join(", "),
    },
    { what: "the same until the first answer stands: with what reads and streams", value: inKib(own + engine) },
    ...later.map(({ name, bytes }) => ({ what: `loaded later: ${name}`, value: inKib(bytes) })),
    ...packages.flatMap(({ name, bytes, later: part }) => [
      ...(bytes > 0 ? [{ what: `and ${name}, as far as it is used`, value: inKib(bytes) }] : []),
      ...(part > 0 ? [{ what: `and ${name} later`, value: inKib(part) }] : []),
    ]),
  ];
}
