import { deflateRawSync } from "node:zlib";
import sharp from "sharp";

/** A PNG of one colour, made here. */
export async function pngOf(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: "#0f938f" } })
    .png()
    .toBuffer();
}

/** The smallest document that is one. */
export const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

/** A tenth of a second of silence. */
export function wav(): Uint8Array {
  const samples = 800;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

/** An archive of one file of zeros: a few hundred kilobytes that unfold a thousandfold. */
export function zipBomb(unpackedBytes: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(unpackedBytes));
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8); // deflate
  header.writeUInt32LE(packed.byteLength, 18);
  header.writeUInt32LE(unpackedBytes, 22);
  header.writeUInt16LE(8, 26);
  return Buffer.concat([header, Buffer.from("zero.bin"), packed]);
}

/** The beginning of an image that claims to be gigapixels large. */
export async function pixelBomb(): Promise<Uint8Array> {
  const small = Buffer.from(await pngOf(1, 1));
  small.writeUInt32BE(60_000, 16);
  small.writeUInt32BE(60_000, 20);
  return small;
}
