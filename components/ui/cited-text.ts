import { createContext } from "react";
import type { Citation, MessageSource } from "@/lib/store";

/** What a text is drawn with so that its words name their sources; the same object as long as nothing of it changes. */
export type CitedText = {
  readonly sources: readonly MessageSource[];
  readonly citations: readonly Citation[];
  /** For each number that the text itself writes as [1], [2] its place in `sources`. */
  readonly numbered: readonly number[];
  /** The beginning of the ids in the list of sources; undefined while there is no list to go to. */
  readonly idPrefix: string | undefined;
};

/** Undefined for a text that names nothing. */
export const CitedTextContext = createContext<CitedText | undefined>(undefined);
