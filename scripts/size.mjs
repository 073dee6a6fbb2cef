// npm run size: what the parts cost a browser, minified and gzipped; packages that a page has anyway are left out.
import { ensureInstalled } from "./setup/install.mjs";
import { root } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

const PARTS = [
  ["tool-calls + partial-json", ["lib/tool-calls/index.ts", "lib/partial-json/index.ts"], []],
  ["lib/langchain", ["lib/langchain/index.ts"], []],
  ["lib/content, all of it, with lib/langchain's merge (without zod)", ["lib/content/index.ts"], ["zod"]],
  [
    "hooks and client (without React, zustand, react-query, zod, idb)",
    ["hooks/index.ts"],
    [
      "react",
      "react/jsx-runtime",
      "zustand",
      "zustand/vanilla",
      "zustand/react/shallow",
      "@tanstack/react-query",
      "zod",
      "idb",
    ],
  ],
];

await ensureInstalled({ withDevelopment: true });
const { build } = await import("vite");
const { gzipSync } = await import("node:zlib");

for (const [title, entries, external] of PARTS) {
  const source = entries.map((entry) => `export * from ${JSON.stringify(`${root}/${entry}`)};`).join("\n");
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "@": root } },
      plugins: [
        {
          name: "size-entry",
          resolveId: (id) => (id === "size-entry" ? `\0${id}` : undefined),
          load: (id) => (id === "\0size-entry" ? source : undefined),
        },
      ],
      build: {
        write: false,
        minify: true,
        target: "es2023",
        rolldownOptions: { input: "size-entry", external, preserveEntrySignatures: "strict" },
      },
    }),
  ].flat();
  const code = output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
  say(`${(gzipSync(code).length / 1024).toFixed(2).padStart(8)} KiB  ${title}`);
}
