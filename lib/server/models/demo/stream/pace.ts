import { setImmediate, setTimeout } from "node:timers/promises";
import { ToolweaveError } from "@/lib/errors";

/** About what a hosted model writes, and slow enough that a person sees short arguments grow. */
const DEFAULT_CHUNKS_PER_SECOND = 30;
const SLOW_DIVISOR = 4;
/** At full speed the event loop gets its turn this often, as it would between two reads of a socket. */
const CHUNKS_PER_MACROTASK = 20;

/** Waits before each chunk until it is due. Resolves early, and without an error, when the signal aborts. */
export type Pacer = (signal: AbortSignal | undefined) => Promise<void>;

/**
 * Spreads chunks evenly over time, the first at once. 0 chunks per second means full speed: then, and whenever a chunk is due within
 * a millisecond, a macrotask is yielded every 20 chunks, since a model that never yields starves the event loop and
 * LangChain loses chunks.
 */
export function createPacer(chunksPerSecond: number, now: () => number = () => performance.now()): Pacer {
  const startMs = now();
  let count = 0;
  return async (signal) => {
    const waitMs = chunksPerSecond > 0 ? startMs + (count * 1000) / chunksPerSecond - now() : 0;
    count += 1;
    if (waitMs >= 1) await setTimeout(waitMs, undefined, signal ? { signal } : {}).catch(onlyAbort);
    else if (count % CHUNKS_PER_MACROTASK === 0) await setImmediate();
  };
}

/** The pace of the slow demo model: slow enough to watch each word come, whatever the pace of the other. */
export function slowPace(chunksPerSecond: number): number {
  return (chunksPerSecond === 0 ? DEFAULT_CHUNKS_PER_SECOND : chunksPerSecond) / SLOW_DIVISOR;
}

/** Reads TOOLWEAVE_DEMO_PACE: chunks per second, 30 when unset, 0 or `max` for full speed. Throws `model_not_configured`. */
export function readPace(env: Readonly<Record<string, string | undefined>>): number {
  const text = env.TOOLWEAVE_DEMO_PACE?.trim();
  if (!text) return DEFAULT_CHUNKS_PER_SECOND;
  if (text === "max") return 0;
  const pace = Number(text);
  if (Number.isFinite(pace) && (pace === 0 || (pace >= 0.1 && pace <= 100_000))) return pace;
  throw new ToolweaveError(
    "model_not_configured",
    `TOOLWEAVE_DEMO_PACE is "${text}"; it is a number of chunks per second from 0.1 to 100000, or "max".`,
  );
}

function onlyAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}
