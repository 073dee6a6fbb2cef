import { memo, useLayoutEffect, useRef } from "react";
import { CodeLines, type ColouredPiece, cutLines, useColouredCode } from "../../markdown";
import { useStrings } from "../../ui/strings";
import { GrowingText } from "../value";
import { type Artifact, countLines } from "./read-artifact";

/** Lines that are drawn as one piece: a growing text changes its last piece alone. */
const LINES_A_PIECE = 60;
/** This near the end, the view follows what is written. */
const NEAR_END_PX = 40;

/** A document's text in colours, with its line numbers. While it is written, the view follows the end as long as it stands there. */
export function ArtifactCode({ artifact: written }: { artifact: Artifact }) {
  const { content: text, title, isWritten } = written;
  const { artifact } = useStrings();
  const scrollerRef = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const pieces = inPieces(text);
  const coloured = useColouredCode(languageOf(written), pieces);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it longer
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller && isAtEnd.current && !isWritten) scroller.scrollTop = scroller.scrollHeight;
  }, [text, isWritten]);
  return (
    <section
      ref={scrollerRef}
      className="tw-artifact-code"
      aria-label={artifact.textOf(title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="ltr"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {pieces.map((piece, index) => (
        <Piece
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece never changes its place
          key={index}
          text={piece}
          lines={coloured[index] ?? []}
          firstLine={index * LINES_A_PIECE + 1}
          isGrowing={!isWritten && index === pieces.length - 1}
        />
      ))}
      {!isWritten && <div className="tw-artifact-rules" aria-hidden="true" />}
    </section>
  );
}

/** As the colours know it: what the model says, else the ending of the title. */
function languageOf({ kind, language, title }: Artifact): string | undefined {
  if (kind === "code") return language || title.split(".").at(-1);
  return kind === "svg" ? "xml" : kind;
}

const Piece = memo(function Piece({
  text,
  lines,
  firstLine,
  isGrowing,
}: {
  text: string;
  lines: ColouredPiece;
  firstLine: number;
  isGrowing: boolean;
}) {
  const count = Math.max(1, countLines(text));
  return (
    <div className="tw-artifact-piece" style={{ containIntrinsicBlockSize: `auto ${count * 20}px` }}>
      <pre className="tw-artifact-numbers" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => firstLine + index).join("\n")}
      </pre>
      <pre className="tw-artifact-text">
        <GrowingText
          text={text}
          state={isGrowing ? "growing" : "complete"}
          draw={(from, to) => <CodeLines lines={linesBetween(lines, from, to)} />}
        />
      </pre>
    </div>
  );
});

function linesBetween(lines: ColouredPiece, from: number, to: number): ColouredPiece {
  return cutLines(cutLines(lines, to)[0], from)[1];
}

/** The text in pieces of so many lines, each with its line breaks; the pieces joined give the text. */
export function inPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines < LINES_A_PIECE) continue;
    pieces.push(text.slice(start, at + 1));
    start = at + 1;
    lines = 0;
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start));
  return pieces;
}
