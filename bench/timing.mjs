/** Collects garbage first where Node was started with --expose-gc, so that no run pays for the one before. */
export async function timeOnce(work) {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * The median time in ms of each named piece of work. All take turns, so that what else the machine does falls on all of
 * them alike, and a ratio of two medians holds even where the times do not.
 */
export async function medians(works, { runs, warmUps }) {
  const names = Object.keys(works);
  for (let warmUp = 0; warmUp < warmUps; warmUp++) for (const name of names) await timeOnce(works[name]);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) for (const name of names) times[name].push(await timeOnce(works[name]));
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

/** k where the time grows as the k-th power of the length. */
export function exponent(small, large) {
  return Math.log(large.time / small.time) / Math.log(large.length / small.length);
}
