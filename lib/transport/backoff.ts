const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;

/** Milliseconds before try number `attempt` (from 1): doubling from 250 to 10,000, spread by a fifth so that pages do not come all at once. */
export function backoffMs(attempt: number, random: () => number): number {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt - 1, 16));
  return Math.round(wait * (0.8 + 0.2 * random()));
}
