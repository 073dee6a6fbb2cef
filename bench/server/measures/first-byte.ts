import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { MODES, median, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "a run's first piece of an answer at the reader, over the bare graph's first chunk";
export const must = "≤ 5 ms at the median";

/** Chunks come through a socket in life, so the source yields to the event loop before each. */
const ROUNDS = 60;

export async function run(): Promise<Result> {
  const model = new ChunkModel({ chunks: 5, pauseMs: 2, text: () => "token " });
  const bare = createAgent({ model, tools: [], checkpointer: new MemorySaver() });
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) => createAgent({ model, tools: [], checkpointer }).graph as never,
  });
  const [inProcess, overHttp]: [number[], number[]] = [[], []];
  const input = { messages: [{ type: "human", content: "hi" }] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    let firstMs: number | undefined;
    const config = { streamMode: ["messages"], configurable: { thread_id: String(round) } };
    for await (const _ of await bare.stream(input as never, config as never)) firstMs ??= performance.now() - startedAt;
    const threadId = await bench.newThread();
    const reading = await bench.read(`/threads/${threadId}/runs/stream`, {
      body: { assistant_id: "agent", input, stream_mode: MODES },
    });
    if (round < 10) continue; // warming up
    inProcess.push(firstMs ?? Number.NaN);
    overHttp.push(reading.firstMs);
  }
  await bench.close();
  const over = median(overHttp) - median(inProcess);
  return {
    measured: `${over.toFixed(2)} ms (${median(overHttp).toFixed(2)} against ${median(inProcess).toFixed(2)})`,
    isMet: over <= 5,
  };
}
