import { idOf } from "./state-messages";

/** A part of a thread's messages as the server has them; `first` counts from the thread's first message, which is 0. */
export type MessageRange = { readonly first: number; readonly messages: readonly unknown[] };

/**
 * What is known with the newest messages, which were read later. `undefined`: something between the two is missing.
 * Where the older part is not what the newest go on from (another branch, something was removed), only they are left.
 */
export function withNewest(known: MessageRange | undefined, newest: MessageRange): MessageRange | undefined {
  if (known === undefined || newest.first <= known.first) return newest;
  const seam = newest.first - known.first;
  if (seam > known.messages.length) return undefined;
  if (seam < known.messages.length && idOf(known.messages[seam]) !== idOf(newest.messages[0])) return newest;
  return { first: known.first, messages: [...known.messages.slice(0, seam), ...newest.messages] };
}

/** What is known with a page of what comes before it; `undefined` when the page does not end there. */
export function withEarlier(known: MessageRange, earlier: MessageRange): MessageRange | undefined {
  if (earlier.messages.length === 0 || earlier.first + earlier.messages.length !== known.first) return undefined;
  return { first: earlier.first, messages: [...earlier.messages, ...known.messages] };
}
