/** A source of numbers from 0 (included) to 1 (excluded) that always gives the same ones for the same seed. */
type Random = () => number;

/** Mulberry32: small, fast and good enough to choose cuts. Not for secrets. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Cuts a text into pieces of 1 to `maxLength` UTF-16 units (default 16) that join to the text again, the same ones for
 * the same seed. Cuts fall anywhere, also inside escapes and surrogate pairs, which a parser has to survive.
 * The pieces of an empty text are none.
 */
export function randomCuts(text: string, seed: number, maxLength = 16): string[] {
  const random = seededRandom(seed);
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const length = 1 + Math.floor(random() * maxLength);
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  return pieces;
}

/** The same for bytes: cuts fall inside characters too. */
export function randomByteCuts(bytes: Uint8Array, seed: number, maxLength = 16): Uint8Array[] {
  const random = seededRandom(seed);
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const length = 1 + Math.floor(random() * maxLength);
    pieces.push(bytes.subarray(start, start + length));
    start += length;
  }
  return pieces;
}
