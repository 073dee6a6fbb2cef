/** Time as a parameter: milliseconds that only grow, the time of day, and timers that can be taken back. */
export type ExecutorClock = {
  now(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  setTimer(callback: () => void, delayMs: number): () => void;
};
