import { memo } from "react";
import { visibleText } from "../../ui/visible-text";
import type { CodeToken } from "./highlighter";
import type { ColouredLine, ColouredPiece } from "./line-colours";

/** Lines of code in their colours; a line that stays the same is not drawn again. */
export function CodeLines({ lines }: { lines: ColouredPiece }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
  return lines.map((line, index) => <Line key={index} line={line} />);
}

const Line = memo(function Line({ line }: { line: ColouredLine }) {
  return line.tokens.map(({ text, color }: CodeToken, index) =>
    color === undefined ? (
      visibleText(text)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have nothing else that names them
      <span key={index} style={{ color }}>
        {visibleText(text)}
      </span>
    ),
  );
});
