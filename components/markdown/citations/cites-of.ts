import { useContext } from "react";
import { CitedTextContext } from "../../ui/cited-text";

/** What the tree of one piece needs to know of the citations, as one string: equal strings make an equal picture. */
export type Cites = {
  /** Where in the piece, and the sources that are named there. */
  readonly places: readonly (readonly [at: number, sources: readonly number[]])[];
  readonly numbered: readonly number[];
};

/** The citations that stand in a piece which begins at `start` of the text; "" where there are none. */
export function useCitesOf(start: number, length: number): string {
  const cited = useContext(CitedTextContext);
  if (cited === undefined) return "";
  const places = cited.citations
    .filter(({ at }) => start < at && at <= start + length)
    .map(({ at, sources }) => [at - start, sources] as const);
  if (places.length === 0 && cited.numbered.length === 0) return "";
  return JSON.stringify({ places, numbered: cited.numbered } satisfies Cites);
}
