import type { Extension } from "micromark-util-types";
import { tokenizeBlock } from "./bracket-block";
import { tokenizeText } from "./bracket-text";

const BACKSLASH = 92;

/**
 * Formulas as models write them without dollars. The tokens are those of formulas between dollars, so that the same
 * extension of the tree reads them.
 */
export const bracketMath: Extension = {
  text: { [BACKSLASH]: { name: "mathText", tokenize: tokenizeText } },
  flow: { [BACKSLASH]: { name: "mathFlow", tokenize: tokenizeBlock, concrete: true } },
};
