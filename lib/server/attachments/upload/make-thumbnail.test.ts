import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pixelBomb, pngOf } from "../../test-support/sample-files";
import { newFolder } from "../../test-support/storages";
import { makeThumbnail } from "./make-thumbnail";

/** A file as a store of each kind has it: on this machine's disk, or elsewhere. */
async function stage(bytes: Uint8Array) {
  const path = join(await newFolder(), "file");
  await writeFile(path, bytes);
  async function* read() {
    yield bytes;
  }
  const onDisk = () => {
    throw new Error("a file on the disk is not read into memory");
  };
  return [
    { size: bytes.byteLength, path, read: onDisk },
    { size: bytes.byteLength, read },
  ] as const;
}

test("an image is made small from where it lies, and the same from its bytes alone", async () => {
  const [onDisk, elsewhere] = await stage(await pngOf(3_000, 1_500));
  const thumbnail = await makeThumbnail(onDisk, "ada");
  expect(thumbnail).toMatchObject({ width: 3_000, height: 1_500 });
  expect(await makeThumbnail(elsewhere, "ada")).toEqual(thumbnail);
});

test("what is broken, or would unfold into gigabytes, has none", async () => {
  const whole = await pngOf(500, 500);
  for (const bytes of [await pixelBomb(), whole.subarray(0, whole.byteLength / 2), new Uint8Array(50)]) {
    for (const file of await stage(bytes)) expect(await makeThumbnail(file, "ada")).toBeUndefined();
  }
});

test("images that come together are decoded one after another", async () => {
  const [onDisk] = await stage(await pngOf(3_000, 3_000));
  let [isDone, most] = [false, 0];
  const all = Promise.all(Array.from({ length: 4 }, () => makeThumbnail(onDisk, "ada"))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, sharp.counters().process);
    await new Promise(setImmediate);
  }
  expect((await all).every((thumbnail) => thumbnail?.width === 3_000)).toBe(true);
  expect(most).toBe(1);
});

test("many images of one user leave the next user the second turn", async () => {
  const [large] = await stage(await pngOf(1_500, 1_500));
  const [small] = await stage(await pngOf(10, 10));
  const made: string[] = [];
  const note = (file: typeof large, userId: string) => makeThumbnail(file, userId).then(() => made.push(userId));
  const hers = Array.from({ length: 6 }, () => note(large, "ada"));
  await Promise.all([...hers, note(small, "alan")]);
  expect(made.indexOf("alan")).toBeLessThanOrEqual(1);
  expect(made).toHaveLength(7);
});

test("more images than one user may have waiting are kept without a small one, and nobody else's", async () => {
  const [file] = await stage(await pngOf(300, 300));
  const hers = Promise.all(Array.from({ length: 40 }, () => makeThumbnail(file, "ada")));
  const his = await makeThumbnail(file, "alan");
  expect(his).toBeDefined();
  const made = (await hers).map((thumbnail) => thumbnail !== undefined);
  expect(made).toEqual(made.map((_, index) => index < 16));
  expect(await makeThumbnail(file, "ada")).toBeDefined(); // nothing of hers waits any more
});
