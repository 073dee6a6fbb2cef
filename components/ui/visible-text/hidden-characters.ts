/**
 * What a page draws as nothing, or what turns the order of the text around it: controls (but tab and line breaks),
 * direction marks, overrides and isolates, everything that Unicode calls default ignorable, and line separators.
 * Source: Unicode TR36 and TR39, "Trojan Source" (CVE-2021-42574).
 */
const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb](?<![\t\n\r])/u;
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");

/** Letters that U+200C and U+200D part or join: without them Persian and the languages of India are misspelt. */
const JOINING =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nko}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
/** What U+200D may follow in a picture of several. */
const PICTURE_END = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)/u;
const VARIATION = /^[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/u;
/** Where a variation selector chooses between shapes that exist. */
const VARIED = /^[\p{Extended_Pictographic}\p{Ideographic}\p{Sm}\p{scx=Mong}\p{scx=Mymr}\p{scx=Phag}]/u;
/** The flags of England, Scotland and Wales: a black flag and these letters as tags. No others are in use. */
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** A stretch of a text as it stands, or one character of it that nobody would see. */
export type TextPart = { readonly text: string } | { readonly code: string };

type Stretch = {
  readonly from?: number;
  readonly to?: number;
  /** The text goes on: what follows its last character is not known yet. */
  readonly isGrowing?: boolean;
};

/** Whether a text may hold a hidden character. One pass of one expression: what is asked of every text, on every frame. */
export function mayHide(text: string): boolean {
  return HIDDEN.test(text);
}

/**
 * The text between two places, parted at its hidden characters. What spells a word or builds an emoji is text. The parts
 * of a text that grows stay what they are, but for a last character that turns out to join nothing.
 */
export function textParts(text: string, { from = 0, to = text.length, isGrowing = false }: Stretch = {}): TextPart[] {
  const parts: TextPart[] = [];
  const flags = [...text.matchAll(FLAG)].map(({ index, 0: flag }) => [index, index + flag.length] as const);
  let start = from;
  ALL_HIDDEN.lastIndex = from;
  for (let match = ALL_HIDDEN.exec(text); match !== null && match.index < to; match = ALL_HIDDEN.exec(text)) {
    const at = match.index;
    const [character] = match;
    while (flags[0] !== undefined && flags[0][1] <= at) flags.shift();
    if ((flags[0]?.[0] ?? at) < at || isSpelling(text, at, character, isGrowing)) continue;
    if (at > start) parts.push({ text: text.slice(start, at) });
    parts.push({ code: codeOf(character) });
    start = at + character.length;
  }
  if (start < to) parts.push({ text: text.slice(start, to) });
  return parts;
}

/** The text with each hidden character written out, for a place that takes no elements: a tooltip, an option. */
export function writtenOut(text: string): string {
  if (!mayHide(text)) return text;
  return textParts(text)
    .map((part) => ("text" in part ? part.text : `[${part.code}]`))
    .join("");
}

function isSpelling(text: string, at: number, character: string, isGrowing: boolean): boolean {
  const before = characterBefore(text, at);
  const isLast = at + 1 === text.length;
  if (VARIATION.test(character)) {
    if (VARIED.test(before)) return true;
    const isKey = character === "\ufe0f" && /[0-9#*]/.test(before);
    return isKey && (isLast ? isGrowing : text[at + 1] === "\u20e3");
  }
  if (character !== "\u200c" && character !== "\u200d") return false;
  if (JOINING.test(before)) return true;
  if (character === "\u200c" || !PICTURE_END.test(before)) return false;
  return isLast ? isGrowing : PICTURE.test(text.slice(at + 1, at + 3));
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1, at);
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
