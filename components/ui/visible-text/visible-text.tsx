import type { ReactNode } from "react";
import { useStrings } from "../strings";
import { mayHide, type TextPart, textParts } from "./hidden-characters";

/** Past these the codes are plain words: a text of nothing but hidden characters holds up no frame. */
const MAX_MARKS = 200;

/**
 * A text that somebody decides on, with a mark in the place of each character that would not be seen or would turn the
 * others around. A text without any is drawn as it is. Of the whole `text`, what stands between `from` and `to`.
 */
export function visibleText(text: string, from = 0, to = text.length, isGrowing = false): ReactNode {
  const shown = text.slice(from, to);
  if (!mayHide(shown)) return shown;
  return withMarks(textParts(text, { from, to, isGrowing }));
}

function withMarks(parts: readonly TextPart[]): ReactNode {
  const nodes: ReactNode[] = [];
  let marks = 0;
  for (const [index, part] of parts.entries()) {
    if ("text" in part) nodes.push(part.text);
    else if (marks === MAX_MARKS) return [...nodes, inWords(parts.slice(index))];
    else {
      marks += 1;
      // A part keeps its place as long as the text only grows.
      nodes.push(<HiddenMark key={index} code={part.code} />);
    }
  }
  return nodes;
}

function inWords(parts: readonly TextPart[]): string {
  return parts.map((part) => ("text" in part ? part.text : `[${part.code}]`)).join("");
}

function HiddenMark({ code }: { code: string }) {
  const label = useStrings().hiddenCharacter(code);
  return (
    // Apart from the order of the text, in which it is not a word.
    <bdi className="tw-hidden-mark" dir="ltr" role="img" aria-label={label} title={label}>
      {code}
    </bdi>
  );
}
