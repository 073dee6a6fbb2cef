import { createAgent } from "langchain";
import { MODES, median, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "20,000 chunks through HTTP to a reader, against the same createAgent stream in process";
export const must = "≤ 1.35 ×";

const CHUNKS = 20_000;
const ROUNDS = 5;

export async function run(): Promise<Result> {
  const model = new ChunkModel({ chunks: CHUNKS, text: () => "token " });
  const bare = createAgent({ model, tools: [], systemPrompt: "Be brief." });
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) =>
      createAgent({ model, tools: [], systemPrompt: "Be brief.", checkpointer }).graph as never,
  });
  const [inProcess, overHttp]: [number[], number[]] = [[], []];
  const input = { messages: [{ type: "human", content: "hi" }] };
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    globalThis.gc?.();
    let seen = 0;
    const bareAt = performance.now();
    const stream = await bare.stream(input as never, {
      streamMode: ["messages", "updates", "custom", "tools"] as never,
    });
    for await (const chunk of stream) if ((chunk as unknown as [string])[0] === "messages") seen += 1;
    const bareMs = performance.now() - bareAt;
    globalThis.gc?.();
    const threadId = await bench.newThread();
    const reading = await bench.read(`/threads/${threadId}/runs/stream`, {
      body: { assistant_id: "agent", input, stream_mode: MODES },
    });
    if (seen < CHUNKS || reading.pieces < CHUNKS || !reading.isEnded) {
      throw new Error(`lost chunks: ${seen} in process, ${reading.pieces} over HTTP`);
    }
    if (round === 0) continue; // the first warms up
    inProcess.push(bareMs);
    overHttp.push(reading.totalMs);
  }
  await bench.close();
  const ratio = median(overHttp) / median(inProcess);
  return {
    measured: `${ratio.toFixed(2)} × (${median(overHttp).toFixed(0)} ms against ${median(inProcess).toFixed(0)} ms)`,
    isMet: ratio <= 1.35,
  };
}
