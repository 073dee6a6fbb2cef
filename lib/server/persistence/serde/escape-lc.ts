/** Keys that LangGraph takes for marks of its own, and those that look like our escape of them. */
const MARK = /^(?:toolweave:)*lc$/;
const PREFIX = "toolweave:";

/** What every text with an escaped key holds. */
export const ESCAPED_KEY = `${PREFIX}lc"`;

/**
 * Data with a key `lc` under another name, so that nobody takes it for a serialized object; a key that looks like the
 * other name gets one prefix more. The object itself where there is nothing to rename.
 */
export function escapeLc(data: object): object {
  return Object.keys(data).some(isMark) ? rename(data, (key) => (MARK.test(key) ? PREFIX + key : key)) : data;
}

/** Takes the other names back, in place and at any depth: also inside messages, maps and sets. */
export function unescapeLc(root: unknown): unknown {
  const seen = new Set<object>();
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map || value instanceof Set) {
      for (const entry of value.entries()) left.push(entry);
    } else {
      const isEscaped = (key: string) => key.startsWith(PREFIX) && MARK.test(key);
      if (Object.keys(value).some(isEscaped)) {
        const renamed = rename(value, (key) => (isEscaped(key) ? key.slice(PREFIX.length) : key));
        for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
        Object.assign(value, renamed); // in the order in which they stood
      }
      for (const child of Object.values(value)) left.push(child);
    }
  }
  return root;
}

function isMark(key: string): boolean {
  return key.endsWith("lc") && MARK.test(key);
}

function rename(data: object, nameOf: (key: string) => string): object {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [nameOf(key), value]));
}
