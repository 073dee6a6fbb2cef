/** Where a message stands in the tree of a thread's branches. */
export type MessagePlace = {
  readonly messageId: string;
  readonly isHuman: boolean;
  /** It is the error of a tool that ran on the server: the id of its call. */
  readonly failedCallId?: string;
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
  return places[startOfTurn(places, position)];
}

function startOfTurn(places: readonly MessagePlace[], position: number): number {
  if (places[position]?.isHuman !== false) return position;
  let first = position;
  while (places[first - 1]?.isHuman === false) first -= 1;
  return first;
}

/**
 * The versions of what stands at a position. Those of an answer are the branches that begin with its turn, and in place of
 * the one that it is on those that part within it, where a tool was run again. Cost: linear in the turn.
 */
export function versionsAt(places: readonly MessagePlace[], position: number): MessagePlace | undefined {
  const start = startOfTurn(places, position);
  const first = places[start];
  if (first === undefined || first.isHuman) return first;
  let { checkpointId, siblings } = first;
  for (let next = start + 1; places[next]?.isHuman === false; next += 1) {
    const place = places[next];
    if (place === undefined || place.checkpointId === checkpointId || place.siblings.length < 2) continue;
    const own = siblings.findIndex((sibling) => sibling.checkpointId === checkpointId);
    siblings = own === -1 ? place.siblings : siblings.toSpliced(own, 1, ...place.siblings);
    checkpointId = place.checkpointId;
  }
  return { ...first, checkpointId, siblings };
}

/** The error of a tool that ran on the server: the id of its call. What our server marks failed otherwise: declined, cancelled, in a browser. */
export function failedCallOf(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, status, tool_call_id, additional_kwargs } = message as Readonly<Record<string, unknown>>;
  if (type !== "tool" || status !== "error" || typeof tool_call_id !== "string") return undefined;
  const isMarked =
    typeof additional_kwargs === "object" && additional_kwargs !== null && "toolweave" in additional_kwargs;
  return isMarked ? undefined : tool_call_id;
}

/**
 * Where a call that failed can be run again from: the checkpoint at which its message came in, when the error came later.
 * Undefined where that is not kept.
 */
export function placeBeforeFailure(
  places: readonly MessagePlace[],
  call: { readonly id: string; readonly isMessage: (messageId: string) => boolean },
): string | undefined {
  const from = places.findIndex(({ messageId }) => call.isMessage(messageId));
  const checkpointId = places[from]?.checkpointId;
  const error = places.find(({ failedCallId }, position) => position > from && failedCallId === call.id);
  const isLater = error?.checkpointId !== undefined && error.checkpointId !== checkpointId;
  return from >= 0 && isLater ? checkpointId : undefined;
}
