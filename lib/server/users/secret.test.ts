import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../persistence/memory/memory-storage";
import { createFixture } from "../test-support/fixture";
import { newFolder } from "../test-support/storages";
import { readSigningKeys } from "./secret";

const idsOf = (text: string | undefined, folder: string) => readSigningKeys(text, folder).map(({ id }) => id);

describe("the secret of a server", () => {
  test("is made once, readable by its owner alone, and kept", async () => {
    const folder = await newFolder();
    const made = idsOf(undefined, folder);
    expect(idsOf("", folder)).toEqual(made);
    expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
    expect((await readFile(join(folder, "secret"), "utf8")).trim()).toMatch(/^[0-9a-f]{64}$/);
  });

  test("comes from the environment where it is set there, and no file is made", async () => {
    const folder = await newFolder();
    const [one, two] = ["1".repeat(32), "2".repeat(32)];
    expect(idsOf(`${one}, ${two}`, folder)).toEqual([...idsOf(one, folder), ...idsOf(two, folder)]);
    await expect(stat(join(folder, "secret"))).rejects.toThrow("ENOENT");
  });

  test("can be changed in its file: the first line signs, the others are believed", async () => {
    const folder = await newFolder();
    const [old] = idsOf(undefined, folder);
    const path = join(folder, "secret");
    await writeFile(path, `${"n".repeat(32)}\n${await readFile(path, "utf8")}`);
    const ids = idsOf(undefined, folder);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(old);
  });

  test("that can be guessed, is empty or cannot be read is refused with the remedy", async () => {
    const folder = await newFolder();
    expect(() => readSigningKeys("short", folder)).toThrow(/TOOLWEAVE_SECRET .* at least 32 .* openssl/);
    await writeFile(join(folder, "secret"), "\n");
    expect(() => readSigningKeys(undefined, folder)).toThrow(/secret must hold a secret/);
    if (process.getuid?.() === 0) return; // root reads everything
    await chmod(join(folder, "secret"), 0);
    expect(() => readSigningKeys(undefined, folder)).toThrow(/TOOLWEAVE_SECRET/);
  });

  test("must be given where several processes share a storage", async () => {
    const storage = { ...createMemoryStorage(), isShared: true };
    const { handlers } = await createFixture(() => [], { storage });
    await expect(handlers.start()).rejects.toThrow(/Several processes .* TOOLWEAVE_SECRET/);
    const given = await createFixture(() => [], { storage, env: { ...process.env, TOOLWEAVE_SECRET: "s".repeat(32) } });
    await given.handlers.start();
  });
});
