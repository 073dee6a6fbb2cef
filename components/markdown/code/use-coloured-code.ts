import { useEffect, useReducer, useState } from "react";
import { loadedTokenizer, loadTokenizer } from "./highlighter";
import { type ColouredPiece, createLineColours } from "./line-colours";

/** About what a slow device colours without a long task. */
const MAX_NEW_LINES = 80;

/**
 * The pieces of a code in colours, each the same object as long as nothing of it changes. Plain until the language is
 * loaded, which happens when it is first asked for; a line that was coloured is never plain again while it stays the same.
 * The colours are `--tw-code-token-…`.
 */
export function useColouredCode(language: string | undefined, pieces: readonly string[]): readonly ColouredPiece[] {
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
  return coloured;
}
