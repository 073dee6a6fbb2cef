/** Tells a developer of something that makes no sense; each kind once. */
export type Warn = (kind: string, message: string) => void;

/** Warns on the console while developing, says nothing in production. */
export function createWarnOnce(): Warn {
  const told = new Set<string>();
  return (kind, message) => {
    // bundlers put the value in place of the name; a page without a bundler has no `process`
    if (typeof process === "undefined" || process.env.NODE_ENV === "production" || told.has(kind)) return;
    told.add(kind);
    console.warn(`Toolweave: ${message}`);
  };
}
