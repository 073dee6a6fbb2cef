/** Labels beyond these are left out evenly; all are in the summary for assistive technology and in the table. */
const MAX_LABELS = 12;
/** About the width of a letter, and of the room between two labels. */
const LETTER_PX = 7;
const GAP_PX = 8;
/** What is longer is cut: it takes no more of the others away. */
const MAX_LETTERS = 12;

/**
 * Every how manyth of so many places has its label, so that each has room for what is to be read of it. A step of 1 is one
 * for every place.
 */
export function labelStep(labels: readonly string[], places: number, widthPx: number): number {
  const longest = Math.min(MAX_LETTERS, Math.max(1, ...labels.map((label) => label.length)));
  const fitting = Math.max(1, Math.floor(widthPx / (longest * LETTER_PX + GAP_PX)));
  return Math.max(1, Math.ceil(places / Math.min(MAX_LABELS, fitting)));
}
