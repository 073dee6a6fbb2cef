import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { HEAD_BYTES } from "./sniff-type";

/** What was seen of a file while it went by. */
export type ByteWatch = {
  /** The same bytes. Ends with what `allow` throws. */
  pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  head(): Uint8Array;
  /** All of it was UTF-8 without a NUL. True only after the end. */
  isText(): boolean;
};

/**
 * Watches bytes in constant memory: their beginning, how many they are, and whether they are text. `allow` is asked with
 * how many have come before they go on.
 */
export function watchBytes(allow: (total: number) => Promise<void>): ByteWatch {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const head = new Uint8Array(HEAD_BYTES);
  let headLength = 0;
  let total = 0;
  let isText = true;

  function look(piece: Uint8Array): void {
    if (headLength < HEAD_BYTES) {
      const part = piece.subarray(0, HEAD_BYTES - headLength);
      head.set(part, headLength);
      headLength += part.byteLength;
    }
    isText &&= !piece.includes(0) && decodes(piece, true);
  }

  function decodes(piece: Uint8Array | undefined, stream: boolean): boolean {
    try {
      decoder.decode(piece, { stream });
      return true;
    } catch {
      return false;
    }
  }

  return {
    async *pass(bytes) {
      try {
        for await (const piece of bytes) {
          total += piece.byteLength;
          await allow(total);
          look(piece);
          yield piece;
        }
      } catch (cause) {
        if (isToolweaveError(cause)) throw cause;
        throw new ToolweaveError("bad_request", "The upload broke off before its end. Send the file again.", { cause });
      }
      isText &&= decodes(undefined, false);
    },
    head: () => head.subarray(0, headLength),
    isText: () => isText,
  };
}
