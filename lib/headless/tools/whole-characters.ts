/** The first `max` UTF-16 units of a text, or a few less: what a reader sees as one character is never cut in two. */
export function wholeCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = boundaryBefore(text, max);
  return text.slice(0, end > 0 ? end : max).replace(/[\uD800-\uDBFF]$/, ""); // a single character may be longer than all of it
}

/** Some combining signs follow a character; nobody writes as many as this. */
const LOOK_BACK = 1_000;

function boundaryBefore(text: string, place: number): number {
  if (typeof Intl.Segmenter === "undefined") return place;
  const start = Math.max(0, place - LOOK_BACK);
  const around = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(
    text.slice(start, place + LOOK_BACK),
  );
  return start + (around.containing(place - start)?.index ?? 0);
}
