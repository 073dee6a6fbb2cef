import type { Artifact } from "./read-artifact";

const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: "sh",
  c: "c",
  cpp: "cpp",
  csharp: "cs",
  css: "css",
  csv: "csv",
  go: "go",
  html: "html",
  java: "java",
  javascript: "js",
  json: "json",
  jsx: "jsx",
  kotlin: "kt",
  markdown: "md",
  php: "php",
  python: "py",
  ruby: "rb",
  rust: "rs",
  shell: "sh",
  sql: "sql",
  swift: "swift",
  tsx: "tsx",
  typescript: "ts",
  xml: "xml",
  yaml: "yaml",
};

/** How a document is named and typed as a file. */
export function fileTypeOf({ kind, language }: Pick<Artifact, "kind" | "language">): {
  extension: string;
  type: string;
} {
  switch (kind) {
    case "markdown":
      return { extension: "md", type: "text/markdown" };
    case "html":
      return { extension: "html", type: "text/html" };
    case "svg":
      return { extension: "svg", type: "image/svg+xml" };
    case "code":
      return { extension: extensionOf(language.toLowerCase()), type: "text/plain" };
    default:
      return kind satisfies never;
  }
}

function extensionOf(language: string): string {
  if (Object.hasOwn(EXTENSIONS, language)) return EXTENSIONS[language] ?? "txt";
  return Object.values(EXTENSIONS).includes(language) ? language : "txt";
}
