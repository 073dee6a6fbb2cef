import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const here = import.meta.dirname;

/** Every place that gives a browser an address, and why it is harmless. Another one must say so here. */
const PLACES: Readonly<Record<string, string>> = {
  "artifact-frame/artifact-frame.tsx": "the server's own page",
  "attachments/attached-files.tsx": "a blob of the person's own file",
  "attachments/image-dialog.tsx": "judged by whoever opens it: useMediaAddress, or a drawing made here",
  "attachments/message-media-list.tsx": "useMediaAddress asks safeUrl",
  "markdown/citations/citation-mark.tsx": "a place in the list below the answer",
  "markdown/diagram/diagram-block.tsx": "a drawing that cleanSvg has cleaned, as data",
  "markdown/diagram/drawing-frame.ts": "the server's own page",
  "markdown/view/elements.tsx": "handed on to Picture",
  "markdown/view/link.tsx": "safeUrl, as react-markdown's urlTransform",
  "markdown/view/picture.tsx": "safeUrl",
  "message-text/sources.tsx": "safeUrl",
  "settings/your-data.tsx": "the server's own address",
  "tool-call/views/email-view.tsx": "safeUrl",
  "tool-call/views/place-view.tsx": "safeUrl",
  "ui/export/download-text.ts": "a blob made here",
};
const GIVES_ADDRESS =
  /\b(?:href|src|srcSet|poster|formAction|xlinkHref)=\{|\.(?:src|href|action)\s*=[^=]|\bsrc\b.*=>|setAttribute\("(?:src|href)"|window\.open\(|location\.(?:assign|replace)\(/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

it("no address reaches the browser past the one judge of addresses (case 179)", () => {
  const files = filesBelow(here).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|test-support/.test(path));
  const texts = new Map(files.map((path) => [relative(here, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]));
  const found = [...texts].filter(([, text]) => GIVES_ADDRESS.test(text)).map(([name]) => name);
  expect(found.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  for (const [name, why] of Object.entries(PLACES)) {
    if (why === "safeUrl") expect([name, texts.get(name)?.includes("safeUrl(")]).toEqual([name, true]);
  }
});
