import { memo } from "react";
import { CodeLines } from "./code-lines";
import type { ColouredPiece } from "./line-colours";
import { useColouredCode } from "./use-coloured-code";

/** The line height of `.tw-markdown pre`. */
const LINE_PX = 20;

type Props = {
  /** As a model names it (`ts`, `Python`); a language that is not known stays plain. */
  language: string | undefined;
  /** The code in pieces of whole lines; pieces that stay the same are not looked at again. */
  pieces: readonly string[];
};

/** Code in colours, to stand inside a `code` element. */
export const HighlightedCode = memo(function HighlightedCode({ language, pieces }: Props) {
  const coloured = useColouredCode(language, pieces);
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
      <CodeLines lines={lines} />
    </span>
  );
});

function countLines(lines: ColouredPiece): number {
  return lines.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}
