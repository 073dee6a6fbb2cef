/** A key as it is written to objects. */
export type ObjectKey = {
  readonly text: string;
  /** A name of Object.prototype, which plain assignment would not make an own key. */
  readonly isInherited: boolean;
};

/** A power of two. */
const CACHE_SIZE = 256;
const MAX_CACHED_LENGTH = 40;

const cache: ObjectKey[] = [];

/**
 * The key for a text. Records repeat their keys: a text cut out of a chunk is new to the engine each time and has to be
 * looked up in its table of names, so the last keys are kept (at most `CACHE_SIZE`, short ones only).
 */
export function objectKey(text: string): ObjectKey {
  const { length } = text;
  // The sum is NaN for "", and its place 0.
  const place = (length * 7 + text.charCodeAt(0) * 31 + text.charCodeAt(length - 1)) & (CACHE_SIZE - 1);
  const cached = cache[place];
  if (cached?.text === text) return cached;
  const key = { text, isInherited: text in {} };
  if (length <= MAX_CACHED_LENGTH) cache[place] = key;
  return key;
}
