import { memo, useEffect, useReducer, useState } from "react";
import { type CodeToken, loadedTokenizer, loadTokenizer } from "./highlighter";
import { type ColouredLine, type ColouredPiece, createLineColours } from "./line-colours";

/** About what a slow device colours without a long task. */
const MAX_NEW_LINES = 80;
/** The line height of `.tw-markdown pre`. */
const LINE_PX = 20;

type Props = {
  /** As a model names it (`ts`, `Python`); a language that is not known stays plain. */
  language: string | undefined;
  /** The code in pieces of whole lines; pieces that stay the same are not looked at again. */
  pieces: readonly string[];
};

/**
 * Code in colours, to stand inside a `code` element. Plain until its language is loaded, which happens when it is first
 * shown; a line that was coloured is never plain again while it stays the same. The colours are `--tw-code-token-…`.
 */
export const HighlightedCode = memo(function HighlightedCode({ language, pieces }: Props) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const [colours] = useState(() => createLineColours(MAX_NEW_LINES));
  const tokenizer = language === undefined ? undefined : loadedTokenizer(language);
  useEffect(() => {
    if (language === undefined) return;
    let isGone = false;
    void loadTokenizer(language).then(() => {
      if (!isGone && loadedTokenizer(language) !== undefined) drawAgain();
    });
    return () => {
      isGone = true;
    };
  }, [language]);
  const { pieces: coloured, isDone } = colours(pieces, tokenizer);
  useEffect(() => {
    if (tokenizer === undefined || isDone) return;
    const timer = setTimeout(drawAgain);
    return () => clearTimeout(timer);
  });
  return coloured.map((lines, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece never changes its place
    <Piece key={index} lines={lines} isLast={index === coloured.length - 1} />
  ));
});

/** Lines that nothing is added to are laid out when they come near the screen; until then they have the height of as many. */
const Piece = memo(function Piece({ lines, isLast }: { lines: ColouredPiece; isLast: boolean }) {
  const style = isLast ? undefined : { containIntrinsicBlockSize: `auto ${countLines(lines) * LINE_PX}px` };
  return (
    <span className="tw-code-piece" data-full={!isLast} style={style}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
        <Line key={index} line={line} />
      ))}
    </span>
  );
});

function countLines(lines: ColouredPiece): number {
  return lines.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}

const Line = memo(function Line({ line }: { line: ColouredLine }) {
  return line.tokens.map(({ text, color }: CodeToken, index) =>
    color === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have nothing else that names them
      <span key={index} style={{ color }}>
        {text}
      </span>
    ),
  );
});
