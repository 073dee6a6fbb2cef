import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { type ZipEntry, zip } from "./zip";

const fail = (error: unknown) => expect.unreachable(String(error));

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function bytesOf(archive: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(archive).arrayBuffer());
}

test("an archive has what was put into it, packed or as it is", async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "a.json", content: textOf("[1]"), isPacked: false };
    yield { name: "folder/é.png", content: textOf("packed already"), isPacked: true };
  }
  const files = unzipSync(await bytesOf(zip(entries(), { onFailure: fail })));
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ["a.json", "[1]"],
    ["folder/é.png", "packed already"],
  ]);
});

test("what nobody reads is not made, and who leaves ends it", async () => {
  let made = 0;
  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        made += 1;
        yield new Uint8Array(64 * 1024).fill(made);
      }
    } finally {
      isLeft = true;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "endless", content: endless(), isPacked: true };
  }
  const reader = zip(entries(), { onFailure: fail }).getReader();
  for (let read = 0; read < 50; read += 1) await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 50)); // all the time it wants to run ahead
  expect(made).toBeLessThan(80);
  await reader.cancel();
  await expect.poll(() => isLeft).toBe(true);
});

test.each(["before it is made", "before it is taken up"])("whose connection is gone %s is not made", async (when) => {
  const connection = new AbortController();
  let made = 0;
  let isLeft = false;
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) {
        await new Promise(setImmediate);
        made += 1;
        yield { name: `${made}`, content: textOf("words".repeat(10_000)), isPacked: true };
      }
    } finally {
      isLeft = true;
    }
  }
  if (when === "before it is made") connection.abort();
  else setImmediate(() => connection.abort());
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  const archive = zip(entries(), { onFailure: fail, onEnd, signal: connection.signal });
  await ended;
  await expect.poll(() => isLeft).toBe(true);
  expect(made).toBeLessThan(3);
  const bytes = await bytesOf(archive).catch(() => new Uint8Array());
  expect(bytes.byteLength).toBe(0);
});

test("one that breaks off in the middle says so to both ends", async () => {
  const told: unknown[] = [];
  async function* broken(): AsyncGenerator<string> {
    yield "half";
    throw new Error("the disk is gone");
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "a", content: broken(), isPacked: false };
  }
  await expect(bytesOf(zip(entries(), { onFailure: (error) => told.push(error) }))).rejects.toThrow("the disk is gone");
  expect(told).toEqual([expect.objectContaining({ message: "the disk is gone" })]);
});
