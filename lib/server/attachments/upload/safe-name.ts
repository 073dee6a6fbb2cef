const MAX_CHARACTERS = 120;
/** A name in a folder may have 255 bytes; who unpacks or copies it may add to it. */
const MAX_BYTES = 200;
const MAX_EXTENSION_CHARACTERS = 16;
const FALLBACK = "file";

/** Control characters, marks that turn the direction of text, characters without width, separators of lines. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu;
/** What some file system does not take in a name. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Names that Windows keeps for devices, whatever their extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/**
 * A name that can be shown, sent in a header and saved anywhere: no path, nothing unseen, no device, at most 120
 * characters and 200 bytes with its extension kept. Never empty.
 */
export function safeName(name: string): string {
  const base = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = base.replace(UNSEEN, "").replace(FORBIDDEN, "_").replace(/\s+/g, " ");
  const bare = clean.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
  if (bare === "") return FALLBACK;
  return shorten(RESERVED.test(bare) ? `_${bare}` : bare);
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS && Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = characters.lastIndexOf(".");
  const isExtension = dot > 0 && characters.length - dot <= MAX_EXTENSION_CHARACTERS;
  const extension = isExtension ? characters.slice(dot) : [];
  const stem = characters.slice(0, Math.min(characters.length, MAX_CHARACTERS) - extension.length);
  const end = extension.join("");
  while (Buffer.byteLength(stem.join("") + end) > MAX_BYTES) stem.pop();
  return (stem.join("") + end).replace(/[. ]+$/, "");
}
