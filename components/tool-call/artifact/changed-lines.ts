import { diffLines } from "diff";

/** Unchanged lines around a change that are shown with it. */
const CONTEXT_LINES = 3;
/** Past these the comparison would hold the page up, and nobody reads it. */
const MAX_CHANGES = 4000;
const TIMEOUT_MS = 1000;

/** Lines that belong together: added, removed, the same, or so many of the same that they are only counted. */
export type LineGroup =
  | { readonly kind: "added" | "removed" | "same"; readonly lines: readonly string[] }
  | { readonly kind: "skipped"; readonly count: number };

/** What makes the second text of the first. Empty where both are the same, undefined where too much is different. */
export function changedLines(before: string, after: string): LineGroup[] | undefined {
  const changes = diffLines(ended(before), ended(after), { maxEditLength: MAX_CHANGES, timeout: TIMEOUT_MS });
  if (changes === undefined) return undefined;
  if (changes.every(({ added, removed }) => !added && !removed)) return [];
  return changes.flatMap(({ value, added, removed }, index): LineGroup[] => {
    const lines = value.slice(0, -1).split("\n");
    if (added) return [{ kind: "added", lines }];
    if (removed) return [{ kind: "removed", lines }];
    return withoutMiddle(lines, index === 0, index === changes.length - 1);
  });
}

/** Ends in a line break, so that a last line is not another one for want of it. */
function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function withoutMiddle(lines: readonly string[], isFirst: boolean, isLast: boolean): LineGroup[] {
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const count = lines.length - head - tail;
  if (count < 2) return [{ kind: "same", lines }];
  const groups: LineGroup[] = [
    { kind: "same", lines: lines.slice(0, head) },
    { kind: "skipped", count },
    { kind: "same", lines: lines.slice(lines.length - tail) },
  ];
  return groups.filter((group) => group.kind === "skipped" || group.lines.length > 0);
}
