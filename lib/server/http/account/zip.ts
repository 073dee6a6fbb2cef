import { PassThrough, Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** One file of an archive. What is packed already, as images are, is taken as it is. */
export type ZipEntry = {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | AsyncIterable<string>;
  readonly isPacked: boolean;
};

/**
 * Files as one zip, in the format's 64 bits where there are more than 65,535 of them or 4 GB. Each is read when the one before
 * it is through, as fast as the archive is; who leaves in the middle ends the reading. `onFailure` is told why an archive broke off,
 * `onEnd` that it is over in whatever way.
 */
export function zip(
  entries: AsyncIterable<ZipEntry>,
  { onFailure, onEnd }: { readonly onFailure: (error: unknown) => void; readonly onEnd?: () => void },
): ReadableStream<Uint8Array> {
  const archive = new ZipFile();
  const output = new PassThrough();
  output.once("close", () => onEnd?.());
  const fail = (error: unknown) => {
    if (output.destroyed) return; // its reader has left
    onFailure(error);
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  archive.on("error", fail);
  pipeline(archive.outputStream, output).catch(fail);

  async function write(): Promise<void> {
    for await (const { name, content, isPacked } of entries) {
      const source = Readable.from(content, { objectMode: false });
      const leave = () => source.destroy();
      output.once("close", leave);
      archive.addReadStream(source, name, { compress: !isPacked });
      await finished(source);
      output.off("close", leave);
    }
    archive.end();
  }
  write().catch(fail);
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // bytes: it has no encoding
}
