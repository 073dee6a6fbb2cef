/** Where a message stands in the tree of a thread's branches. */
export type MessagePlace = {
  readonly messageId: string;
  readonly isHuman: boolean;
  /** Where it came in; undefined where that is not kept. */
  readonly checkpointId: string | undefined;
  /** Where a run must begin to put something else in its place. */
  readonly parentId: string | undefined;
  /** The branches that begin there, oldest first, its own among them. */
  readonly siblings: readonly { readonly checkpointId: string; readonly headId: string }[];
};

/**
 * The place that counts for a message: its own for the person's, and for what an agent said that of the first answer of
 * its turn, since a turn is answered again as a whole. Cost: linear in the turn.
 */
export function placeOfTurn(places: readonly MessagePlace[], position: number): MessagePlace | undefined {
  const own = places[position];
  if (own === undefined || own.isHuman) return own;
  let first = position;
  while (places[first - 1]?.isHuman === false) first -= 1;
  return places[first];
}
