/** A code block whose closing fence has not come: its lines are read once each, and never parsed. */
export type OpenFence = {
  /** Reads on in `text`, which begins as at the last call. Returns the end of the closing line when its line is whole. */
  readonly read: (text: string) => number | undefined;
  /** What stands in the block so far, in pieces; a finished piece is the same string for ever. */
  readonly pieces: (text: string) => readonly string[];
};

const PIECE_LENGTH = 4096;

/** Opens the fence whose opening line begins at `start`, when there is one that this can read, else undefined. */
export function openFence(text: string, start: number): OpenFence | undefined {
  const lineEnd = text.indexOf("\n", start);
  const marks = /^(?:`{3,}|~{3,})/.exec(text.slice(start, start + 1024))?.[0];
  if (marks === undefined || lineEnd === -1) return undefined;
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*$`);
  const finished: string[] = [];
  let next = lineEnd + 1;
  let pieceStart = next;
  return {
    read: (current) => {
      for (let end = current.indexOf("\n", next); end !== -1; end = current.indexOf("\n", next)) {
        if (closing.test(current.slice(next, end))) return end + 1;
        next = end + 1;
        if (next - pieceStart < PIECE_LENGTH) continue;
        finished.push(current.slice(pieceStart, next));
        pieceStart = next;
      }
      return undefined;
    },
    pieces: (current) => {
      const lineBreak = current.indexOf("\n", next);
      const lastLine = current.slice(next, lineBreak === -1 ? undefined : lineBreak);
      return asShown([...finished, current.slice(pieceStart, next) + (closing.test(lastLine) ? "" : lastLine)]);
    },
  };
}

/** What a code block that was parsed holds, in the pieces that an open one would have been read in. */
export function codePieces(code: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let end = code.indexOf("\n") + 1; end !== 0; end = code.indexOf("\n", end) + 1) {
    if (end - start < PIECE_LENGTH) continue;
    pieces.push(code.slice(start, end));
    start = end;
  }
  return asShown([...pieces, code.slice(start)]);
}

/** Code is shown with one line break at its end; an only line that is empty is nothing. */
function asShown(pieces: string[]): readonly string[] {
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1 && (last === "" || last === "\n")) return [];
  if (last === "") return pieces.slice(0, -1);
  return last.endsWith("\n") ? pieces : [...pieces.slice(0, -1), `${last}\n`];
}
