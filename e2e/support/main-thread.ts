import type { Page } from "@playwright/test";

/** What the page's main thread did, in milliseconds of its own time: what else the machine had to do does not count. */
export type MainThreadWork = { readonly totalMs: number; readonly longestMs: number };

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

const TASK = "ThreadControllerImpl::RunTask";

/** Measures the tasks of the page's main thread while `act` runs. Chromium only. */
export async function measureMainThread(page: Page, act: () => Promise<void>): Promise<MainThreadWork> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("Only a browser that was launched here can be traced.");
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  let json: Buffer;
  try {
    await act();
  } finally {
    json = await browser.stopTracing();
  }
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(json.toString());
  const threads = traceEvents.filter(({ ph, name, args }) => {
    return ph === "M" && name === "thread_name" && args?.name === "CrRendererMain";
  });
  const work = threads.map(({ pid, tid }) => {
    const tasks = traceEvents.filter((event) => event.name === TASK && event.pid === pid && event.tid === tid);
    const times = tasks.map(({ tdur = 0 }) => tdur / 1000);
    return { totalMs: times.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...times) };
  });
  const [most] = work.sort((one, other) => other.totalMs - one.totalMs);
  if (most === undefined || most.totalMs === 0) throw new Error("The trace has no task of a page's main thread.");
  return most;
}
