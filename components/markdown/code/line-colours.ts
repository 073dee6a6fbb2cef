import type { CodeToken, Tokenizer } from "./highlighter";

/** A line of code with its line break; the same object as long as nothing of it changes. */
export type ColouredLine = { readonly text: string; readonly tokens: readonly CodeToken[] };
/** A piece of code; the same object as long as nothing of it changes. */
export type ColouredPiece = readonly ColouredLine[];

type State = Parameters<Tokenizer>[1];
type Line = { readonly shown: ColouredLine; readonly before: State; readonly after: State; readonly isDone: boolean };
type Piece = {
  readonly text: string;
  readonly before: State;
  readonly lines: readonly Line[];
  readonly isDone: boolean;
  readonly shown: ColouredPiece;
};

/**
 * Colours code that grows at its end: a line that was coloured is not looked at again. At most `maxNewLines` are coloured
 * at a time; `isDone` says whether those were all, the rest is plain until the next call.
 */
export function createLineColours(maxNewLines: number) {
  let pieces: readonly Piece[] = [];
  let usedTokenizer: Tokenizer | undefined;

  return (code: readonly string[], tokenize: Tokenizer | undefined) => {
    if (tokenize !== usedTokenizer) pieces = [];
    usedTokenizer = tokenize;
    if (tokenize === undefined) {
      pieces = code.map((text, index) => (pieces[index]?.text === text ? pieces[index] : plainPiece(text)));
      return { pieces: pieces.map(({ shown }) => shown), isDone: false };
    }
    let room = maxNewLines;
    let isDone = true;
    let state: State;
    const colour = (text: string, old: Line | undefined): Line => {
      if (old?.isDone && old.shown.text === text && old.before === state) return old;
      if (room === 0) {
        isDone = false;
        return {
          shown: old?.shown.text === text ? old.shown : plain(text),
          before: state,
          after: undefined,
          isDone: false,
        };
      }
      room -= 1;
      const words = text.endsWith("\n") ? text.slice(0, -1) : text;
      const { tokens, state: after } = tokenize(words, state);
      const shown = words === text ? tokens : [...tokens, { text: "\n", color: undefined }];
      return { shown: { text, tokens: shown }, before: state, after, isDone: true };
    };
    pieces = code.map((text, index) => {
      const old = pieces[index];
      const before = state;
      if (old?.isDone && old.text === text && old.before === before) {
        state = old.lines.at(-1)?.after;
        return old;
      }
      const lines = linesOf(text).map((line, at) => {
        const coloured = colour(line, old?.lines[at]);
        state = coloured.after;
        return coloured;
      });
      const isWhole = lines.every((line) => line.isDone);
      return { text, before, lines, isDone: isWhole, shown: lines.map(({ shown }) => shown) };
    });
    return { pieces: pieces.map(({ shown }) => shown), isDone };
  };
}

/** The lines before a place among their characters, and those behind it; the line in which it stands is parted. */
export function cutLines(lines: ColouredPiece, at: number): readonly [ColouredPiece, ColouredPiece] {
  if (at <= 0) return [[], lines];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const end = start + line.text.length;
    if (at < end) {
      const [before, behind] = cutLine(line, at - start);
      return [
        [...lines.slice(0, index), before],
        [behind, ...lines.slice(index + 1)],
      ];
    }
    start = end;
  }
  return [lines, []];
}

function cutLine({ text, tokens }: ColouredLine, at: number): readonly [ColouredLine, ColouredLine] {
  const [before, behind]: [CodeToken[], CodeToken[]] = [[], []];
  let start = 0;
  for (const token of tokens) {
    const cut = Math.max(0, at - start);
    if (cut > 0) before.push({ ...token, text: token.text.slice(0, cut) });
    if (cut < token.text.length) behind.push({ ...token, text: token.text.slice(cut) });
    start += token.text.length;
  }
  return [
    { text: text.slice(0, at), tokens: before },
    { text: text.slice(at), tokens: behind },
  ];
}

function plain(text: string): ColouredLine {
  return { text, tokens: [{ text, color: undefined }] };
}

/** All lines in one: no line of it will be looked at alone. */
function plainPiece(text: string): Piece {
  return { text, before: undefined, lines: [], isDone: false, shown: [plain(text)] };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
