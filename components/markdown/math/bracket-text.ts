import { markdownLineEnding } from "micromark-util-character";
import type { State, Token, Tokenizer } from "micromark-util-types";

const BACKSLASH = 92;
const SQUARE_OPENING = 91;
const SQUARE_CLOSING = 93;
const ROUND_OPENING = 40;
const ROUND_CLOSING = 41;

/**
 * The closings that a text (the tokenizer's context) is known not to have any more: many openings without one would else
 * read it to its end once each. A run of backslashes means the same from wherever it is read, so that what one opening
 * did not find no later one finds.
 */
const missing = new WeakMap<object, Set<number>>();

/** `\( … \)` and `\[ … \]` in a paragraph. With nothing between, or without a closing, they are escaped brackets. */
export const tokenizeText: Tokenizer = function (effects, ok, nok) {
  const known = missing.get(this) ?? new Set<number>();
  missing.set(this, known);
  let closing = 0;
  let isEmpty = true;
  let token: Token;
  return start;

  function start(code: number | null): State | undefined {
    effects.enter("mathText");
    effects.enter("mathTextSequence");
    effects.consume(code);
    return opening;
  }

  function opening(code: number | null): State | undefined {
    if (code !== ROUND_OPENING && code !== SQUARE_OPENING) return nok(code);
    closing = code === ROUND_OPENING ? ROUND_CLOSING : SQUARE_CLOSING;
    if (known.has(closing)) return nok(code);
    effects.consume(code);
    effects.exit("mathTextSequence");
    return between;
  }

  function between(code: number | null): State | undefined {
    if (code === null) {
      known.add(closing);
      return nok(code);
    }
    if (markdownLineEnding(code)) {
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      return between;
    }
    if (code === BACKSLASH) {
      token = effects.enter("mathTextSequence");
      effects.consume(code);
      return afterBackslash;
    }
    effects.enter("mathTextData");
    return data(code);
  }

  function afterBackslash(code: number | null): State | undefined {
    if (code === closing) {
      if (isEmpty) return nok(code);
      effects.consume(code);
      effects.exit("mathTextSequence");
      effects.exit("mathText");
      return ok;
    }
    token.type = "mathTextData";
    if (code === null || markdownLineEnding(code)) return data(code);
    isEmpty = false;
    effects.consume(code);
    return data;
  }

  function data(code: number | null): State | undefined {
    if (code === null || code === BACKSLASH || markdownLineEnding(code)) {
      effects.exit("mathTextData");
      return between(code);
    }
    if (code > 32) isEmpty = false;
    effects.consume(code);
    return data;
  }
};
