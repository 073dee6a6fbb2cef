const FLAT_PX = 240;
const HIGH_PX = 440;

/** Diagrams that grow to the side, by the line that names their kind. */
const FLAT = /^\s*(?:(?:flowchart|graph)(?:-elk)?\s+(?:LR|RL)\b|gitGraph\b(?!\s*(?:TB|BT))|packet\b)/i;
/** Lines that may stand before it: comments, directives, and settings between rules. */
const BEFORE = /^(?:\s*(?:%%[^\n]*)?\n|---\n[\s\S]*?\n---\n)*/;

/**
 * How much room a diagram is given, in px: as soon as its first line is whole, and the same for good, whatever it looks
 * like once it is drawn. Until then the smaller one, since what is written below the last line moves nothing.
 */
export function roomFor(source: string): number {
  const rest = source.slice(BEFORE.exec(source)?.[0].length ?? 0);
  if (!rest.includes("\n") || rest.startsWith("---\n")) return FLAT_PX;
  return FLAT.test(rest) ? FLAT_PX : HIGH_PX;
}
