/** No more at a time: a key that is pressed meanwhile is drawn with its frame. */
const SLICE_MS = 8;
const PATTERN_KEYS: ReadonlySet<string> = new Set(["match", "begin", "end", "while"]);

/**
 * Compiles the patterns of a grammar one after another, in slices. The engine keeps what it has compiled; without this the
 * first line in a language would compile hundreds of them in one long task.
 */
export async function compilePatterns(grammar: unknown, compile: (pattern: string) => void): Promise<void> {
  let sliceEndMs = performance.now() + SLICE_MS;
  for (const pattern of patternsIn(grammar)) {
    if (performance.now() > sliceEndMs) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEndMs = performance.now() + SLICE_MS;
    }
    compile(pattern);
  }
}

/** Every pattern that stands somewhere in a grammar, once. */
function patternsIn(grammar: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "string" && PATTERN_KEYS.has(key)) found.add(inner);
      else look(inner);
    }
  };
  look(grammar);
  return found;
}
