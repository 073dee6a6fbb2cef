import { createAgent } from "langchain";
import { MODES, median, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "20,000 chunks through HTTP to a reader, against the same createAgent stream in process";
export const must = "≤ 1.35 ×";

const CHUNKS = 20_000;
const ROUNDS = 7;

export async function run(): Promise<Result> {
  const model = new ChunkModel({ chunks: CHUNKS, text: () => "token " });
  const bare = createAgent({ model, tools: [], systemPrompt: "Be brief." });
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) =>
      createAgent({ model, tools: [], systemPrompt: "Be brief.", checkpointer }).graph as never,
  });
  const input = { messages: [{ type: "human", content: "hi" }] };

  async function inProcess(): Promise<number> {
    globalThis.gc?.();
    const startedAt = performance.now();
    let seen = 0;
    const streamMode = ["messages", "updates", "custom", "tools"] as never;
    for await (const chunk of await bare.stream(input as never, { streamMode }))
      if ((chunk as unknown as [string])[0] === "messages") seen += 1;
    if (seen < CHUNKS) throw new Error(`only ${seen} chunks in process`);
    return performance.now() - startedAt;
  }

  async function overHttp(): Promise<number> {
    const threadId = await bench.newThread();
    globalThis.gc?.();
    const { pieces, isEnded, totalMs } = await bench.read(`/threads/${threadId}/runs/stream`, {
      body: { assistant_id: "agent", input, stream_mode: MODES },
    });
    if (pieces < CHUNKS || !isEnded) throw new Error(`only ${pieces} chunks over HTTP`);
    return totalMs;
  }

  const rounds: { bare: number; ours: number; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const bareFirst = round % 2 === 0 ? await inProcess() : undefined; // who goes first changes with every round
    const ours = await overHttp();
    const bareMs = bareFirst ?? (await inProcess());
    if (round > 0) rounds.push({ bare: bareMs, ours, ratio: ours / bareMs }); // the first warms up
  }
  await bench.close();
  const ratios = rounds.map(({ ratio }) => ratio);
  const ratio = median(ratios);
  const ms = (part: "bare" | "ours") => median(rounds.map((round) => round[part])).toFixed(0);
  return {
    measured: `${ratio.toFixed(2)} × (${ms("ours")} ms against ${ms("bare")} ms)`,
    isMet: ratio <= 1.35,
    notes: [`pairs in turn: ${ratios.map((value) => value.toFixed(2)).join(", ")} ×`],
  };
}
