import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { type Layer, layers, never } from "./layers";

const root = resolve(import.meta.dirname, "..");
const files = globSync("{app,components,hooks,lib}/**/*.{ts,tsx}", { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
/** Tests, and what serves tests alone, may import whatever they need. */
const isTest = (file: string) => /\.test(-d)?\.tsx?$|\/test-support\/|\.test-support\.tsx?$/.test(file);

/** Every module that a file names in an import, an export or an `import()`. */
function importsOf(file: string, source = readFileSync(join(root, file), "utf8")): string[] {
  const { module } = parseSync(file, source);
  const fromStatic = module.staticImports.map((found) => found.moduleRequest.value);
  const fromExports = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  );
  const fromDynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    return /^["'`][^$]*["'`]$/.test(text) ? [text.slice(1, -1)] : [];
  });
  return [...fromStatic, ...fromExports, ...fromDynamic];
}

/** The schemas of the wire that a file takes from lib/protocol. */
function schemasOf(source: string): string[] {
  const { module } = parseSync("probe.tsx", source);
  return module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === "@/lib/protocol")
    .flatMap(({ entries }) => entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? ""))
    .filter((name) => name.endsWith("Schema"));
}

/** A path inside the repository for what a file imports from it; `undefined` for a package. */
function placeOf(file: string, name: string): string | undefined {
  if (name.startsWith("@/")) return name.slice(2);
  if (name.startsWith(".")) return relative(root, resolve(root, dirname(file), name)).replaceAll("\\", "/");
  return undefined;
}

const isInside = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`);

function layerOf(file: string): Layer | undefined {
  return layers.find((layer) => isInside(file, layer.folder));
}

function isPackageAllowed(layer: Layer, name: string): boolean {
  return layer.packages.some(
    (allowed) => allowed === "*" || allowed === name || (/[/:]$/.test(allowed) && name.startsWith(allowed)),
  );
}

/** What is wrong with one import; `undefined` when it is in order. */
function complaint(file: string, name: string): string | undefined {
  const layer = layerOf(file);
  if (!layer) return `${file} is in no layer; add its folder to scripts/layers.ts`;
  const place = placeOf(file, name);
  const isForbidden = (never[layer.folder] ?? []).some((folder) => isInside(place ?? name, folder));
  if (isForbidden) return `${file} imports ${name}, which ${layer.folder} never may`;
  if (place === undefined) {
    return isPackageAllowed(layer, name) || /\.css$/.test(name)
      ? undefined
      : `${file} imports the package ${name}, which ${layer.folder} may not`;
  }
  if (isInside(place, layer.folder)) return undefined;
  if (!name.startsWith("@/")) return `${file} imports ${name}: between folders write "@/${place}"`;
  if (!layer.mayImport.some((folder) => isInside(place, folder))) {
    return `${file} imports ${name}, and ${layer.folder} may import only ${layer.mayImport.join(", ") || "itself"}`;
  }
  return undefined;
}

/** A folder with an index.ts is entered through it, and through nothing else; tests also use the test support of another. */
function doorComplaint(file: string, name: string): string | undefined {
  if (!name.startsWith("@/") || (isTest(file) && name.includes("/test-support/"))) return undefined;
  const parts = name.slice(2).split("/");
  for (let length = 1; length < parts.length; length++) {
    const folder = parts.slice(0, length).join("/");
    const rest = join(root, ...parts);
    const leadsToDoor = existsSync(join(rest, "index.ts")) && statSync(rest).isDirectory();
    if (
      existsSync(join(root, folder, "index.ts")) &&
      !isInside(file, folder) &&
      !leadsToDoor &&
      !name.endsWith(".css")
    ) {
      return `${file} imports ${name} past the door ${folder}/index.ts`;
    }
  }
  return undefined;
}

describe("the house", () => {
  it("has source files to look at", () => {
    expect(files.length).toBeGreaterThan(20);
  });

  it("lets each folder import only what its layer may", () => {
    const complaints = files
      .filter((file) => !isTest(file))
      .flatMap((file) => importsOf(file).map((name) => complaint(file, name)));
    expect(complaints.filter(Boolean)).toEqual([]);
  });

  it("is entered through its doors only", () => {
    const complaints = files.flatMap((file) => importsOf(file).map((name) => doorComplaint(file, name)));
    expect(complaints.filter(Boolean)).toEqual([]);
  });

  it("keeps code out of the doors", () => {
    const withCode = files
      .filter((file) => file.endsWith("/index.ts"))
      .filter((file) => /^(?!export |import |\s|\}|\/\/|\/\*| \*|$)/m.test(readFileSync(join(root, file), "utf8")));
    expect(withCode).toEqual([]);
  });

  it("imports lib/testing from tests only", () => {
    const users = files
      .filter((file) => !isTest(file) && !isInside(file, "lib/testing"))
      .filter((file) => importsOf(file).some((name) => isInside(placeOf(file, name) ?? "", "lib/testing")));
    expect(users).toEqual([]);
  });

  it("reads the wire in a browser without zod, which weighs more than the client", () => {
    const client = ["lib/transport", "lib/tool-calls", "lib/headless", "lib/store", "hooks", "components"];
    const users = files
      .filter((file) => !isTest(file) && client.some((folder) => isInside(file, folder)))
      .filter((file) => schemasOf(readFileSync(join(root, file), "utf8")).length > 0);
    expect(users).toEqual([]);
    expect(schemasOf('import { type Run, readRun, runSchema } from "@/lib/protocol";')).toEqual(["runSchema"]);
  });

  it("sees an import that runs against the direction", () => {
    const source =
      'import { create } from "zustand";\nexport * from "@/lib/server";\nawait import("@/lib/store/session");';
    expect(importsOf("lib/protocol/probe.ts", source)).toEqual(["zustand", "@/lib/server", "@/lib/store/session"]);
    expect(complaint("lib/protocol/probe.ts", "zustand")).toMatch(/package zustand/);
    expect(complaint("lib/protocol/probe.ts", "@/lib/server")).toMatch(/may import only lib\/errors/);
    expect(complaint("components/probe.tsx", "@/lib/server")).toMatch(/never may/);
    expect(complaint("hooks/probe.ts", "../lib/store")).toMatch(/write "@\/lib\/store"/);
    expect(complaint("lib/new-folder/probe.ts", "zod")).toMatch(/in no layer/);
  });
});

describe("Biome", () => {
  const wrong: Record<string, string> = {
    "lib/errors/probe.ts": "zod",
    "lib/partial-json/probe.ts": "@/lib/errors",
    "lib/protocol/probe.ts": "hono",
    "lib/content/probe.ts": "@/lib/store",
    "lib/tool-calls/probe.ts": "@/lib/transport",
    "lib/transport/probe.ts": "zod",
    "lib/headless/probe.ts": "@/lib/transport",
    "lib/store/probe.ts": "zustand",
    "lib/server/probe.ts": "@/lib/headless",
    "hooks/probe.ts": "@/lib/server",
    "components/probe.tsx": "@/lib/server",
    "app/probe.tsx": "@/lib/server",
  };
  const right: Record<string, string> = {
    "lib/errors/probe.ts": "./other",
    "lib/partial-json/probe.ts": "../partial-json/other",
    "lib/protocol/probe.ts": "zod",
    "lib/content/probe.ts": "@/lib/langchain",
    "lib/tool-calls/probe.ts": "@/lib/partial-json",
    "lib/transport/probe.ts": "@/lib/protocol",
    "lib/headless/probe.ts": "idb",
    "lib/store/probe.ts": "zustand/vanilla",
    "lib/server/probe.ts": "@/lib/headless/contract",
    "hooks/probe.ts": "@/lib/store",
    "components/probe.tsx": "@/hooks",
    "app/probe.tsx": "@/components",
    "app/api/probe.ts": "@/lib/server",
  };

  /** The files in which Biome, with the repository's own configuration, finds a restricted import. */
  function complaintsOf(probes: Record<string, string>): string[] {
    const folder = mkdtempSync(join(tmpdir(), "toolweave-boundaries-"));
    try {
      const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
      writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
      for (const [file, name] of Object.entries(probes)) {
        mkdirSync(join(folder, dirname(file)), { recursive: true });
        writeFileSync(join(folder, file), `import { something } from "${name}";\n\nexport const used = something;\n`);
      }
      const words = ["lint", ".", "--only=style/noRestrictedImports", "--reporter=json", "--max-diagnostics=200"];
      const output = runQuietly(join(root, "node_modules/.bin/biome"), words, folder);
      const { diagnostics } = JSON.parse(output) as { diagnostics: { location: { path: string } }[] };
      return diagnostics.map((found) => found.location.path.replaceAll("\\", "/")).sort();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  function runQuietly(command: string, words: string[], cwd: string): string {
    try {
      return execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      return String((error as { stdout: unknown }).stdout); // findings make it exit with 1
    }
  }

  it("refuses an import against the direction in every layer", () => {
    expect(complaintsOf(wrong)).toEqual(Object.keys(wrong).sort());
  });

  it("accepts what each layer may import", () => {
    expect(complaintsOf(right)).toEqual([]);
  });
});
