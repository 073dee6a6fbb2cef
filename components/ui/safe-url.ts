/** What an address is for: to be followed, to be drawn, or to be kept as a file. */
export type UrlUse = "link" | "image" | "download";

const SCHEMES: Readonly<Record<UrlUse, ReadonlySet<string>>> = {
  link: new Set(["http:", "https:", "mailto:"]),
  image: new Set(["http:", "https:", "data:", "blob:"]),
  download: new Set(["http:", "https:"]),
};
/** Pictures that can be nothing else; SVG is a document. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[a-z0-9+/=]+$/i;
/** Control characters, and those that turn or hide what stands around them. */
const HIDDEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
/** No relative address begins so (RFC 3986, 4.2): it is a scheme whose blanks or line breaks somebody has percent-encoded. */
const HIDDEN_SCHEME = /^[^/?#]*:/;
/** Any absolute base will do: it only shows whether an address has a scheme of its own. */
const BASE = "https://relative.invalid/";

/**
 * The one judge of addresses that a model, a tool or a document wrote: returns the address when it is harmless for this
 * use, else undefined. Decides on the parsed address, as a browser does, so that capitals and blanks hide nothing. Names
 * and passwords before the host are refused, since they make one host look like another, and so are hidden characters.
 */
export function safeUrl(address: string, use: UrlUse = "link"): string | undefined {
  if (HIDDEN.test(address) || !URL.canParse(address, BASE)) return undefined;
  if (HIDDEN_SCHEME.test(address) && !URL.canParse(address)) return undefined;
  const url = new URL(address, BASE);
  if (!SCHEMES[use].has(url.protocol)) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  if (url.protocol === "data:") return PICTURE.test(address) ? address : undefined;
  return address;
}

/** The host that a request for this address would reach; undefined for one of this page itself. */
export function foreignHost(address: string): string | undefined {
  if (!URL.canParse(address, BASE)) return undefined;
  const url = new URL(address, BASE);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return url.origin === new URL(BASE).origin ? undefined : url.host;
}
