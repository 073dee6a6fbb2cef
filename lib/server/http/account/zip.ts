import { PassThrough, Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** One file of an archive. What is packed already, as images are, is taken as it is. */
export type ZipEntry = {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | AsyncIterable<string>;
  readonly isPacked: boolean;
};

type ZipParts = {
  readonly onFailure: (error: unknown) => void;
  readonly onEnd?: () => void;
  readonly signal?: AbortSignal;
};

/**
 * Files as one zip, in the format's 64 bits where there are more than 65,535 of them or 4 GB. Each is read when the one before
 * it is through, as fast as the archive is; who leaves ends the reading, by the archive or by `signal`. `onFailure` is told why an
 * archive broke off, `onEnd` that it is over in whatever way.
 */
export function zip(
  entries: AsyncIterable<ZipEntry>,
  { onFailure, onEnd, signal }: ZipParts,
): ReadableStream<Uint8Array> {
  const archive = new ZipFile();
  const output = new PassThrough();
  const leave = () => void output.destroy();
  signal?.addEventListener("abort", leave); // a host may drop an answer without a word to its body
  if (signal?.aborted) leave();
  output.once("close", () => {
    signal?.removeEventListener("abort", leave);
    onEnd?.();
  });
  const fail = (error: unknown) => {
    if (output.destroyed) return; // its reader has left
    onFailure(error);
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  archive.on("error", fail);
  pipeline(archive.outputStream, output).catch(fail);

  async function write(): Promise<void> {
    for await (const { name, content, isPacked } of entries) {
      if (output.destroyed) return;
      const source = Readable.from(content, { objectMode: false });
      const close = () => source.destroy();
      output.once("close", close);
      archive.addReadStream(source, name, { compress: !isPacked });
      await finished(source);
      output.off("close", close);
    }
    archive.end();
  }
  write().catch(fail);
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // bytes: it has no encoding
}
