/** Length of a whole `\uXXXX`. */
const UNICODE_LENGTH = 6;

/**
 * What an escape stands for: the text, `undefined` while characters are missing, `null` if JSON has no escape that
 * begins so. `text` is the backslash and at least one more character, all but the last of them already accepted.
 */
export function decodeEscape(text: string): string | undefined | null {
  const last = text.charCodeAt(text.length - 1);
  if (text.length === 2) return last === 117 ? undefined : simpleEscape(last);
  if (!isHexDigit(last)) return null;
  return text.length < UNICODE_LENGTH ? undefined : String.fromCharCode(Number.parseInt(text.slice(2), 16));
}

/** What a backslash and one character stand for; null if that is no escape of JSON by itself. */
export function simpleEscape(code: number): string | null {
  switch (code) {
    case 34:
      return '"';
    case 92:
      return "\\";
    case 47:
      return "/";
    case 98:
      return "\b";
    case 102:
      return "\f";
    case 110:
      return "\n";
    case 114:
      return "\r";
    case 116:
      return "\t";
    default:
      return null;
  }
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
