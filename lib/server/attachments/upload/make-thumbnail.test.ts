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
  const thumbnail = await makeThumbnail(onDisk);
  expect(thumbnail).toMatchObject({ width: 3_000, height: 1_500 });
  expect(await makeThumbnail(elsewhere)).toEqual(thumbnail);
});

test("what is broken, or would unfold into gigabytes, has none", async () => {
  const whole = await pngOf(500, 500);
  for (const bytes of [await pixelBomb(), whole.subarray(0, whole.byteLength / 2), new Uint8Array(50)]) {
    for (const file of await stage(bytes)) expect(await makeThumbnail(file)).toBeUndefined();
  }
});

test("images that come together are decoded one after another", async () => {
  const [onDisk] = await stage(await pngOf(3_000, 3_000));
  let [isDone, most] = [false, 0];
  const all = Promise.all(Array.from({ length: 4 }, () => makeThumbnail(onDisk))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, sharp.counters().process);
    await new Promise(setImmediate);
  }
  expect((await all).every((thumbnail) => thumbnail?.width === 3_000)).toBe(true);
  expect(most).toBe(1);
});
