import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "./create-handlers";

const config = { agents: { agent: { title: "Assistant", prompt: "", tools: [] } } };

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolweave-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What a process would show and do. */
async function start(env: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const codes: number[] = [];
  await startServer(config, { env, exit: (code) => codes.push(code), print: (line) => lines.push(line) });
  return { lines, codes };
}

test("a data folder that cannot be used ends our own process with one sentence and code 1", async () => {
  const file = join(await newFolder(), "file");
  await writeFile(file, "not a folder");
  for (const dataDir of [file, join(file, "below"), ...(process.platform === "linux" ? ["/proc/x"] : [])]) {
    const { lines, codes } = await start({
      NEXT_MANUAL_SIG_HANDLE: "true",
      TOOLWEAVE_DATA_DIR: dataDir,
      NODE_ENV: "test",
    });
    expect(codes).toEqual([1]);
    expect(lines).toEqual([
      expect.stringMatching(/^Toolweave cannot start\. The data folder .* cannot be used: .*TOOLWEAVE_DATA_DIR/),
    ]);
    expect(lines[0]).not.toContain("\n");
    expect(lines[0]).toContain(dataDir);
  }
});

test("a setting that cannot be read does so too", async () => {
  const env = { NEXT_MANUAL_SIG_HANDLE: "true", TOOLWEAVE_DATA_DIR: await newFolder(), TOOLWEAVE_HISTORY_DAYS: "-1" };
  const { lines, codes } = await start({ ...env, NODE_ENV: "test" });
  expect(codes).toEqual([1]);
  expect(lines).toEqual([expect.stringContaining("TOOLWEAVE_HISTORY_DAYS must be a number of days above 0")]);
});

test("a host that is not ours is told, and goes on", async () => {
  const file = join(await newFolder(), "file");
  await writeFile(file, "not a folder");
  await expect(start({ TOOLWEAVE_DATA_DIR: file, NODE_ENV: "test" })).rejects.toMatchObject({
    code: "data_folder_unusable",
  });
});
