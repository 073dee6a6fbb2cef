import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const place = JSON.stringify(resolve(import.meta.dirname, "address.mjs"));

function choose(env: Record<string, string>) {
  const code = `import { chooseAddress } from ${place}; console.log(JSON.stringify(await chooseAddress(${JSON.stringify(env)})));`;
  return spawnSync("node", ["--input-type=module", "-e", code], { encoding: "utf8" });
}

async function withTakenPort<T>(work: (port: number) => T): Promise<T> {
  const server = createServer();
  const port = await new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" && address ? address.port : 0);
    });
  });
  try {
    return work(port);
  } finally {
    server.close();
  }
}

describe("the address that the chat is served on", () => {
  it("is on this machine only, unless HOST says otherwise, and then warns", async () => {
    const port = await withTakenPort((taken) => taken); // free again by now
    expect(JSON.parse(choose({ PORT: String(port) }).stdout)).toEqual({
      host: "127.0.0.1",
      port,
      url: `http://localhost:${port}`,
    });
    expect(choose({ PORT: String(port), HOST: "0.0.0.0" }).stdout).toMatch(
      /Warning: HOST=0\.0\.0\.0 lets every machine/,
    );
  });

  it("says that a port is in use, and how to choose another", async () => {
    const { status, stderr, port } = await withTakenPort((taken) => ({
      ...choose({ PORT: String(taken) }),
      port: taken,
    }));
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(stderr).toContain(`PORT=${port + 1} npm start`);
  });

  it.each(["abc", "0", "70000", "3.5", "-1"])("refuses PORT=%s", (port) => {
    const { status, stderr } = choose({ PORT: port });
    expect(status).toBe(1);
    expect(stderr).toMatch(/must be a whole number from 1 to 65535/);
  });
});
