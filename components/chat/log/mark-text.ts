const NAME = "toolweave-found";

/**
 * Marks a text wherever it stands in an element, without changing the page; the returned function takes the marks away.
 * Nothing in a browser without custom highlights: there the message is only framed.
 */
export function markText(element: HTMLElement, wanted: string): () => void {
  const view = element.ownerDocument.defaultView;
  if (view === null || !("Highlight" in view) || view.CSS.highlights === undefined) return () => {};
  const highlight = new view.Highlight(...rangesOf(element, wanted.toLowerCase()));
  view.CSS.highlights.set(NAME, highlight);
  return () => {
    if (view.CSS.highlights.get(NAME) === highlight) view.CSS.highlights.delete(NAME);
  };
}

/** The first place of the text in the element, to be scrolled to. */
export function findText(element: HTMLElement, wanted: string): Range | undefined {
  return rangesOf(element, wanted.toLowerCase(), 1)[0];
}

const MAX_RANGES = 500;

function rangesOf(element: HTMLElement, wanted: string, most = MAX_RANGES): Range[] {
  const { ownerDocument } = element;
  const ranges: Range[] = [];
  if (wanted === "") return ranges;
  const walker = ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < most; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (
      let at = text.indexOf(wanted);
      at >= 0 && ranges.length < most;
      at = text.indexOf(wanted, at + wanted.length)
    ) {
      const range = ownerDocument.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
