/**
 * Cuts an answer's text as a tokenizer would: a short word with the space before it, a longer word in parts, line
 * breaks on their own. The pieces joined give the text.
 */
export function cutText(text: string): string[] {
  return text.match(/\n+|[^\S\n]*[^\s]{1,7}|[^\S\n]+/gu) ?? [];
}

/** Sizes of argument pieces, in code points: 1 to 6, as tokens of JSON are; always in the same order. */
const ARGUMENT_SIZES = [2, 3, 1, 4, 3, 2, 5, 1, 6, 3] as const;

/**
 * Cuts JSON text in pieces of 1 to 6 characters. Escapes may be cut in two; a pair of
 * surrogates never is, since providers send UTF-8.
 */
export function cutArguments(json: string): string[] {
  const characters = Array.from(json);
  const pieces: string[] = [];
  let start = 0;
  while (start < characters.length) {
    const size = ARGUMENT_SIZES[pieces.length % ARGUMENT_SIZES.length] ?? 3;
    pieces.push(characters.slice(start, start + size).join(""));
    start += size;
  }
  return pieces;
}
