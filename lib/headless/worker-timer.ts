import type { ExecutorClock } from "./clock";

type SetTimer = ExecutorClock["setTimer"];

/** What the worker runs: a browser slows the timers of a hidden page, and not those of its workers. */
const SOURCE = "onmessage = ({ data: [id, delayMs] }) => setTimeout(() => postMessage(id), delayMs);";

/**
 * Timers that a hidden page's throttling does not delay: each is set in a worker and beside it on the page, and the
 * first of the two calls back. So it works as well where there are no workers, or where the host page's policy forbids
 * them (`worker-src blob:`). The worker lives while a timer waits.
 */
export function createWorkerTimer(setPageTimer: SetTimer, startWorker: () => Worker | undefined = startBlobWorker) {
  const waiting = new Map<number, () => void>();
  let worker: Worker | undefined;
  let isRefused = false;
  let lastId = 0;

  function refuse(): void {
    isRefused = true;
    stop();
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function start(): Worker | undefined {
    if (isRefused) return undefined;
    if (worker !== undefined) return worker;
    worker = startWorker();
    if (worker === undefined) {
      isRefused = true;
      return undefined;
    }
    worker.onmessage = ({ data }: MessageEvent<number>) => waiting.get(data)?.();
    worker.onerror = refuse; // a policy that forbids it says so late
    return worker;
  }

  const setTimer: SetTimer = (callback, delayMs) => {
    lastId += 1;
    const id = lastId;
    const end = () => {
      waiting.delete(id);
      cancelPageTimer();
      if (waiting.size === 0) stop();
    };
    const cancelPageTimer = setPageTimer(() => waiting.get(id)?.(), delayMs);
    waiting.set(id, () => {
      end();
      callback();
    });
    start()?.postMessage([id, delayMs]);
    return end;
  };
  return setTimer;
}

function startBlobWorker(): Worker | undefined {
  if (typeof Worker === "undefined" || typeof Blob === "undefined") return undefined;
  const url = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
  try {
    return new Worker(url, { name: "toolweave-timer" });
  } catch {
    return undefined; // the policy forbids it
  } finally {
    URL.revokeObjectURL(url);
  }
}
