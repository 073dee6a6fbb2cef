import { Worker as NodeWorker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createWorkerTimer } from "./worker-timer";

/** A page whose own timers never fire, as those of a page that was hidden for long. */
const STALLED = () => () => {};
const pageTimer = (callback: () => void, delayMs: number) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

/** A real thread behind the browser's interface of a worker. */
function startThread(ended: string[] = []): Worker {
  const source = `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ([id, delayMs]) => setTimeout(() => parentPort.postMessage(id), delayMs));`;
  const thread = new NodeWorker(source, { eval: true });
  const worker = {
    onmessage: (_event: { data: number }) => {},
    onerror: () => {},
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => {
      ended.push("ended");
      void thread.terminate();
    },
  };
  thread.on("message", (data: number) => worker.onmessage({ data }));
  return worker as unknown as Worker; // the four members that are used
}

describe("a worker's timer", () => {
  it("fires although the page's timers are stalled, once, and the worker ends with the last timer", async () => {
    const ended: string[] = [];
    const setTimer = createWorkerTimer(STALLED, () => startThread(ended));
    const fired: string[] = [];
    await new Promise<void>((resolve) => {
      setTimer(() => fired.push("first"), 5);
      setTimer(() => {
        fired.push("second");
        resolve();
      }, 30);
    });
    expect(fired).toEqual(["first", "second"]);
    expect(ended).toEqual(["ended"]);
  });

  it("is the page's timer where no worker may start", async () => {
    const setTimer = createWorkerTimer(pageTimer, () => undefined);
    await new Promise<void>((resolve) => {
      setTimer(resolve, 5);
    });
  });

  it("is the page's timer where the worker is refused late", async () => {
    const worker = {
      postMessage: () => queueMicrotask(() => worker.onerror()),
      onerror: () => {},
      terminate: () => {},
    };
    const setTimer = createWorkerTimer(pageTimer, () => worker as unknown as Worker);
    await new Promise<void>((resolve) => {
      setTimer(resolve, 5);
    });
  });

  it("that is taken back does not fire", async () => {
    const setTimer = createWorkerTimer(pageTimer, () => startThread());
    const fired: string[] = [];
    const cancel = setTimer(() => fired.push("taken back"), 5);
    cancel();
    await new Promise<void>((resolve) => {
      setTimer(resolve, 20);
    });
    expect(fired).toEqual([]);
  });
});
