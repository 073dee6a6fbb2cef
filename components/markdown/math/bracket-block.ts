import { factorySpace } from "micromark-factory-space";
import { markdownLineEnding } from "micromark-util-character";
import type { Construct, State, Tokenizer } from "micromark-util-types";

const BACKSLASH = 92;
const SQUARE_OPENING = 91;
const SQUARE_CLOSING = 93;

/** `\[` alone on its line, up to a `\]`, or to the end of what it stands in. What follows on the last line belongs to it. */
export const tokenizeBlock: Tokenizer = function (effects, ok, nok) {
  const self = this;
  const [, before] = self.events.at(-1) ?? [];
  const indentation = before?.type === "linePrefix" ? self.sliceSerialize(before, true).length : 0;
  return start;

  function start(code: number | null): State | undefined {
    effects.enter("mathFlow");
    effects.enter("mathFlowFence");
    effects.enter("mathFlowFenceSequence");
    effects.consume(code);
    return opening;
  }

  function opening(code: number | null): State | undefined {
    if (code !== SQUARE_OPENING) return nok(code);
    effects.consume(code);
    effects.exit("mathFlowFenceSequence");
    return factorySpace(effects, afterOpening, "whitespace");
  }

  function afterOpening(code: number | null): State | undefined {
    if (code !== null && !markdownLineEnding(code)) return nok(code);
    effects.exit("mathFlowFence");
    return self.interrupt ? ok(code) : content(code);
  }

  function content(code: number | null): State | undefined {
    if (code === null) return after(code);
    if (markdownLineEnding(code)) return effects.attempt(ownLine, lineStart, after)(code);
    if (code === BACKSLASH) return effects.attempt(closingFence, afterClosing, backslash)(code);
    effects.enter("mathFlowValue");
    return value(code);
  }

  function lineStart(code: number | null): State | undefined {
    if (indentation === 0) return content(code);
    return factorySpace(effects, content, "linePrefix", indentation + 1)(code);
  }

  function backslash(code: number | null): State | undefined {
    effects.enter("mathFlowValue");
    effects.consume(code);
    return (next) => {
      if (next === null || markdownLineEnding(next)) return value(next);
      effects.consume(next);
      return value;
    };
  }

  function value(code: number | null): State | undefined {
    if (code === null || code === BACKSLASH || markdownLineEnding(code)) {
      effects.exit("mathFlowValue");
      return content(code);
    }
    effects.consume(code);
    return value;
  }

  function afterClosing(code: number | null): State | undefined {
    return factorySpace(effects, remainder, "whitespace")(code);
  }

  function remainder(code: number | null): State | undefined {
    if (code === null || markdownLineEnding(code)) return after(code);
    effects.enter("mathFlowValue");
    return remainderValue(code);
  }

  function remainderValue(code: number | null): State | undefined {
    if (code === null || markdownLineEnding(code)) {
      effects.exit("mathFlowValue");
      return after(code);
    }
    effects.consume(code);
    return remainderValue;
  }

  function after(code: number | null): State | undefined {
    effects.exit("mathFlow");
    return ok(code);
  }
};

const closingFence: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => {
    return (code) => {
      effects.enter("mathFlowFence");
      effects.enter("mathFlowFenceSequence");
      effects.consume(code);
      return (next) => {
        if (next !== SQUARE_CLOSING) return nok(next);
        effects.consume(next);
        effects.exit("mathFlowFenceSequence");
        effects.exit("mathFlowFence");
        return ok;
      };
    };
  },
};

/** A line break behind which the container goes on that the block stands in: a lazy line ends it. */
const ownLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next));
    };
  },
};
