import { readPageText, readSelection } from "../contract";
import { unavailable } from "./unavailable";
import { wholeCharacters } from "./whole-characters";

/**
 * What is marked on the page: in a text field its marked part, else the page's selection. Whoever types to the agent has
 * left the selection by then: the last one outside of our own elements counts, until the person marks nothing there.
 */
export const readSelectionTool = readSelection.implement(() => {
  const page = hostPage();
  const marked = markedInField(page) || markedOutside(page) || lastMarked;
  return { text: wholeCharacters(marked, MAX_CHARACTERS), ...placeOf(page) };
});

let lastMarked = "";
globalThis.document?.addEventListener("selectionchange", () => {
  lastMarked = markedOutside(document) ?? lastMarked;
});

/** Undefined where the selection, or the place of an empty one, is in an element of ours. */
function markedOutside(page: Document): string | undefined {
  const selection = page.getSelection();
  const place = selection?.anchorNode;
  if (!selection || !place || isOurs(place)) return undefined;
  return selection.toString();
}

function isOurs(node: Node | null): boolean {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest("[data-toolweave]") != null;
}

/** The page's visible text in reading order, without ours: whatever stands in an element marked `data-toolweave`. */
export const readPageTextTool = readPageText.implement(({ max_characters }) => {
  const page = hostPage();
  const { text, isCut } = visibleText(page.body, max_characters);
  return { text, is_cut: isCut, ...placeOf(page) };
});

const MAX_CHARACTERS = 100_000;
const LEFT_OUT = "script, style, noscript, template, [data-toolweave], [hidden], [aria-hidden='true']";

function hostPage(): Document {
  const page = globalThis.document;
  if (page === undefined) throw unavailable("There is no page to read here.");
  return page;
}

function placeOf(page: Document): { page_title: string; url: string } {
  return { page_title: page.title, url: page.location.href };
}

function markedInField({ activeElement: field }: Document): string {
  if (!(field instanceof HTMLTextAreaElement) || isOurs(field)) return "";
  return field.value.slice(field.selectionStart, field.selectionEnd);
}

/** Text nodes in order; a new line wherever the nearest block is another one. */
function visibleText(root: Element, maxCharacters: number): { text: string; isCut: boolean } {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    acceptNode: (node) =>
      node instanceof Element && (node.matches(LEFT_OUT) || !isVisible(node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  let text = "";
  let lastBlock: Element | undefined;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? "").replaceAll(/\s+/g, " ");
    if (node instanceof Element || words.trim() === "") continue;
    const block = blockOf(node, root);
    text = block === lastBlock ? `${text}${words}` : `${text.trimEnd()}\n${words.trimStart()}`;
    lastBlock = block;
    if (text.length > maxCharacters) return { text: wholeCharacters(text.trim(), maxCharacters), isCut: true };
  }
  return { text: text.trim(), isCut: false };
}

function blockOf(node: Node, root: Element): Element {
  let element = node.parentElement ?? root;
  while (element !== root && getComputedStyle(element).display.startsWith("inline")) {
    element = element.parentElement ?? root;
  }
  return element;
}

function isVisible(element: Element): boolean {
  return typeof element.checkVisibility !== "function" || element.checkVisibility({ visibilityProperty: true });
}
