/** What one layer may import; docs/architecture.md has the same table in words. Order matters: the first layer whose folder holds a file is its layer. */
export type Layer = {
  readonly folder: string;
  /** Folders of this repository that it may import through their doors; its own folder is always allowed. */
  readonly mayImport: readonly string[];
  /** Packages it may import: exact names, or a scope with a trailing slash; `*` is any, `node:` any module of Node. */
  readonly packages: readonly string[];
};

const CORE = ["lib/errors"];

/** Who may import whom. `npm run check` holds the tree to it, and Biome says it again in the editor. */
export const layers: readonly Layer[] = [
  { folder: "lib/errors", mayImport: [], packages: [] },
  { folder: "lib/partial-json", mayImport: [], packages: [] },
  { folder: "lib/langchain", mayImport: [], packages: [] },
  { folder: "lib/protocol", mayImport: CORE, packages: ["zod"] },
  { folder: "lib/content", mayImport: [...CORE, "lib/langchain"], packages: ["zod"] },
  {
    folder: "lib/tool-calls",
    mayImport: [...CORE, "lib/partial-json", "lib/protocol", "lib/content"],
    packages: [],
  },
  { folder: "lib/transport", mayImport: [...CORE, "lib/protocol", "lib/tool-calls"], packages: [] },
  { folder: "lib/headless", mayImport: [...CORE, "lib/protocol", "lib/tool-calls"], packages: ["zod", "idb"] },
  {
    folder: "lib/store",
    mayImport: [
      ...CORE,
      "lib/protocol",
      "lib/content",
      "lib/partial-json",
      "lib/tool-calls",
      "lib/transport",
      "lib/headless",
      "lib/langchain",
    ],
    packages: ["zustand/vanilla"],
  },
  {
    folder: "lib/server",
    mayImport: [...CORE, "lib/protocol", "lib/content", "lib/headless/contract"],
    packages: [
      "zod",
      "hono",
      "hono/",
      "langchain",
      "langchain/",
      "@langchain/",
      "better-sqlite3",
      "decimal.js",
      "yazl",
      "pino",
      "rate-limiter-flexible",
      "file-type",
      "sharp",
      "@opentelemetry/api",
      "node:",
    ],
  },
  { folder: "lib/testing", mayImport: ["lib"], packages: ["*"] },
  { folder: "hooks", mayImport: ["lib"], packages: ["react", "zustand", "zustand/", "@tanstack/react-query", "zod"] },
  {
    folder: "components",
    mayImport: ["hooks", "lib"],
    packages: [
      "@tanstack/react-virtual",
      "react",
      "react-dom",
      "react-markdown",
      "diff",
      "mdast-util-from-markdown",
      "mdast-util-gfm",
      "micromark-extension-gfm",
      "mdast-util-math",
      "micromark-extension-math",
      "micromark-factory-space",
      "micromark-util-character",
      "micromark-util-types",
      "shiki/",
      "katex",
    ],
  },
  { folder: "app/api", mayImport: ["lib", "toolweave.config"], packages: [] },
  { folder: "app", mayImport: ["components", "hooks", "lib", "toolweave.config"], packages: ["*"] },
];

/** What a layer never imports although the rules above would let it through. */
export const never: Readonly<Record<string, readonly string[]>> = {
  hooks: ["lib/server", "lib/testing", "components", "app", "next"],
  components: ["lib/server", "lib/transport", "lib/testing", "app", "next"],
  app: ["lib/testing", "lib/server"],
  "app/api": ["lib/testing"],
};
