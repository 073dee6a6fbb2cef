import { createAgent } from "langchain";
import type { Runtime } from "@/lib/server/runtime";
import { MODES, openBench, quantile, type Result, type RunOptions } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "100 runs at 50 chunks/s with two readers each (20 s, with --long 60 s)";
export const must = "nothing lost, p99 delivery ≤ 150 ms, heap at the end ≤ 1.1 × that at a third, less the log";

const RUNS = 100;
const PAUSE_MS = 20;
/** Until then every reader is there, so that delivery alone is measured. */
const START_MS = 3_000;

export async function run({ isLong }: RunOptions): Promise<Result> {
  const seconds = isLong ? 60 : 20;
  const chunks = (seconds * 1000) / PAUSE_MS;
  const model = new ChunkModel({
    chunks,
    pauseMs: PAUSE_MS,
    startMs: START_MS,
    text: () => `${performance.timeOrigin + performance.now()} `,
  });
  const bareBytes = await bareBytesAChunk();
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) => createAgent({ model, tools: [], checkpointer }).graph as never,
  });
  const input = { messages: [{ type: "human", content: "hi" }] };
  const threadIds = await Promise.all(Array.from({ length: RUNS }, () => bench.newThread()));
  const body = { assistant_id: "agent", input, stream_mode: MODES };
  const runs = await Promise.all(
    threadIds.map(async (threadId): Promise<string> => {
      const { run_id } = await (await bench.call("POST", `/threads/${threadId}/runs`, body)).json();
      return `/threads/${threadId}/runs/${run_id}/stream`;
    }),
  );
  const headers = { "last-event-id": "-1" };
  const readings = runs.flatMap((path) => [1, 2].map(() => bench.read(path, { headers, hasTimes: true })));
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 3));
  const early = await heapLessLog();
  const earlyAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 3 + (seconds * 1000) / 4));
  const late = await heapLessLog();
  const chunksBetween = (RUNS * (performance.now() - earlyAt)) / PAUSE_MS;
  const all = await Promise.all(readings);
  const lost = all.filter(({ pieces, isEnded }) => pieces !== chunks || !isEnded).length;
  const p99 = quantile(
    all.flatMap(({ delays }) => delays),
    0.99,
  );
  await bench.close();
  const growth = late / early;
  const p50 = quantile(all[0]?.delays ?? [], 0.5);
  return {
    measured: `${lost} readers of ${all.length} lost something, p99 ${p99.toFixed(1)} ms, heap ${growth.toFixed(3)} × (${mib(early)} to ${mib(late)} MiB)`,
    isMet: lost === 0 && p99 <= 150 && growth <= 1.1,
    notes: [
      `p50 of one reader ${p50.toFixed(1)} ms`,
      `of the growth the answers that are being written take ${mib(bareBytes * chunksBetween)} MiB in LangChain itself, ${bareBytes.toFixed(0)} bytes a chunk in the bare graph`,
      ...all.flatMap(({ error }) => (error ? [error] : [])).slice(0, 3),
    ],
  };
}

/** What a chunk of an answer that is being written leaves in the heap with nothing of ours. */
async function bareBytesAChunk(): Promise<number> {
  const [first, last] = [500, 2_500];
  const heaps: number[] = [];
  const text = (index: number) => {
    if (index === first || index === last) heaps.push(heapAfterCollection());
    return `${performance.timeOrigin + performance.now()} `;
  };
  const model = new ChunkModel({ chunks: last + 1, pauseMs: 1, text });
  const stream = await createAgent({ model, tools: [] }).stream(
    { messages: [{ type: "human", content: "hi" }] } as never,
    { streamMode: ["messages"] } as never,
  );
  for await (const _ of stream);
  return ((heaps[1] ?? 0) - (heaps[0] ?? 0)) / (last - first);
}

function heapAfterCollection(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

type Registry = { runtimes: Map<string, Promise<Runtime>> };
const registered = () => (globalThis as unknown as Record<symbol, Registry>)[Symbol.for("toolweave")];

async function heapLessLog(): Promise<number> {
  const runtimes = await Promise.all(registered()?.runtimes.values() ?? []);
  const logBytes = runtimes.reduce((sum, { log }) => sum + log.byteCount(), 0);
  return heapAfterCollection() - logBytes;
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
