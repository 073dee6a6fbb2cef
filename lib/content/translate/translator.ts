import type { ContentBlock } from "../block";
import type { Taker } from "./taker";

/**
 * Reads a block of one provider as standard ones; undefined for a block that is not that provider's. `from` is the block to
 * take from, `type` its type, "" where it has none.
 */
export type Translator = (from: Taker, type: string) => readonly ContentBlock[] | undefined;
