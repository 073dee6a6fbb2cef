const TOKEN = /\\begin\s*\{([^{}]*)\}|\\end\s*\{[^{}]*\}|\\(left|right)(?![a-zA-Z])|\\(?:[a-zA-Z]+|[\s\S])|[{}]/g;
/** A command, or the name of what it begins, that may not be written to its end. */
const HALF_COMMAND = /\\(?:(?:begin|end)\s*\{[^{}]*|(?:left|right)\s*\\?[a-zA-Z]*|[a-zA-Z]*)$/;
/** For commands that want one or two arguments more. */
const FILLINGS = ["", "{}", "{}{}"];

/**
 * Ways to read a formula of which only the beginning is written, the likeliest first: what it has opened is closed, the
 * command at its very end is left out until something stands behind it, and what lacks an argument gets an empty one.
 */
export function closeHalfFormula(tex: string): readonly string[] {
  const written = withoutHalfCommand(tex).trimEnd();
  if (written === "") return [];
  const closers = closersOf(written);
  const filled = closers.map((closer) => (closer === "}" ? "}{}" : closer)); // an argument more where one ends
  return [...FILLINGS.map((filling) => written + filling + closers.join("")), written + filled.join("")];
}

/** A line break is `\\\\`, and no half command. */
function withoutHalfCommand(tex: string): string {
  const half = HALF_COMMAND.exec(tex);
  if (half === null) return tex;
  const backslashes = /\\*$/.exec(tex.slice(0, half.index))?.[0].length ?? 0;
  return backslashes % 2 === 0 ? tex.slice(0, half.index) : tex;
}

function closersOf(written: string): readonly string[] {
  const open: string[] = [];
  for (const [token, environment, side] of written.matchAll(TOKEN)) {
    if (environment !== undefined) open.push(`\\end{${environment}}`);
    else if (side === "left") open.push("\\right.");
    else if (token === "{") open.push("}");
    else if (token === "}" || side === "right" || token.startsWith("\\end")) open.pop();
  }
  return open.reverse();
}
