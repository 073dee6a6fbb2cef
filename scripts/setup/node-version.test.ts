import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isAtLeast } from "./node-version.mjs";

const here = import.meta.dirname;

function runWith(name: string, version: string) {
  const code = `import { ${name} } from ${JSON.stringify(resolve(here, "node-version.mjs"))}; ${name}(${JSON.stringify(version)});`;
  return spawnSync("node", ["--input-type=module", "-e", code], { encoding: "utf8" });
}

describe("the Node that the set-up runs on", () => {
  it("compares versions by number, not by text", () => {
    expect(isAtLeast("v20.19.0", [20, 19])).toBe(true);
    expect(isAtLeast("v20.9.0", [20, 19])).toBe(false);
    expect(isAtLeast("v9.99.0", [20, 19])).toBe(false);
    expect(isAtLeast("v100.0.0", [22, 0])).toBe(true);
  });

  it("stops on a Node that is too old to install, and says which one is needed", () => {
    const { status, stderr } = runWith("requireBootstrapNode", "v18.20.4");
    expect(status).toBe(1);
    expect(stderr).toMatch(/This is Node v18\.20\.4\. Toolweave needs Node 20\.19 or newer/);
    expect(runWith("requireBootstrapNode", "v20.19.0").status).toBe(0);
  });

  it("stops where no Node at hand can serve", () => {
    const { status, stderr } = runWith("requireServingNode", "v20.20.2");
    expect(status).toBe(1);
    expect(stderr).toMatch(/Install Node 22 or newer/);
    expect(runWith("requireServingNode", "v24.21.0").status).toBe(0);
  });
});
