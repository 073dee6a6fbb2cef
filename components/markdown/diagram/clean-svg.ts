import { safeUrl } from "../../ui/safe-url";

/** Elements that run something, load something, or bring another document with them. */
const REFUSED = "script, iframe, frame, object, embed, link, meta, base, form, audio, video, source, handler, listener";
const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set(["href", "xlink:href", "src", "action", "formaction"]);
/** A name that means nothing: the policy of the page would refuse a style sheet, even in a document that nobody shows. */
const STYLE = "tw-style";

/**
 * A drawing without anything that runs or loads when its file is opened by itself; as an image it can do neither anyway.
 * Undefined for what is no SVG. The frame's library has cleaned it already, but the frame is not trusted.
 */
export function cleanSvg(svg: string): string | undefined {
  const xml = svg.replace(/<(\/?)style\b/gi, `<$1${STYLE}`);
  const { documentElement: root } = new DOMParser().parseFromString(xml, "image/svg+xml");
  if (root.localName !== "svg" || root.querySelector("parsererror") !== null) return undefined;
  for (const element of root.querySelectorAll(REFUSED)) element.remove();
  for (const sheet of root.querySelectorAll(STYLE)) sheet.textContent = withoutLoads(sheet.textContent ?? "");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (!isHarmless(element, name.toLowerCase(), value)) element.removeAttribute(name);
    }
  }
  return new XMLSerializer()
    .serializeToString(root)
    .replaceAll(`<${STYLE}`, "<style")
    .replaceAll(`</${STYLE}`, "</style");
}

function isHarmless(element: Element, name: string, value: string): boolean {
  if (name.startsWith("on")) return false;
  if (!ADDRESS_ATTRIBUTES.has(name)) return !mayLoad(value);
  if (value.startsWith("#")) return true;
  if (element.localName === "a") return safeUrl(value, "link") !== undefined;
  return value.startsWith("data:") && safeUrl(value, "image") !== undefined;
}

/** What a style sheet, or an attribute that may be style, would load from elsewhere. */
const LOADS = /@import[^;]*;?|(?:url|image-set|src)\(\s*(?!["']?#)[^)]*\)?/gi;

function mayLoad(value: string): boolean {
  return withoutLoads(value) !== unescaped(value);
}

function withoutLoads(css: string): string {
  return unescaped(css).replace(LOADS, "none");
}

/** Escapes, by which `url` can be written otherwise, are not needed for anything that the library writes. */
function unescaped(css: string): string {
  return css.replace(/\\([0-9a-f]{1,6})\s?|\\/gi, (_, code) => (code ? String.fromCodePoint(codePoint(code)) : ""));
}

function codePoint(hex: string): number {
  return Math.min(Number.parseInt(hex, 16), 0x10ffff);
}
