const SAFE_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
/** Any absolute base will do: it only shows whether an address has a scheme of its own. */
const BASE = "https://relative.invalid/";

/**
 * The one judge of addresses that a model or a tool wrote: returns the address when following it is harmless
 * (http, https, mailto, relative, a fragment), else undefined. Decides on the parsed address, as a browser does,
 * so that blanks, capitals and control characters hide nothing.
 */
export function safeUrl(address: string): string | undefined {
  if (!URL.canParse(address, BASE)) return undefined;
  return SAFE_SCHEMES.has(new URL(address, BASE).protocol) ? address : undefined;
}
