import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createAgent } from "langchain";
import { openStorage } from "@/lib/server/persistence/sqlite/open-storage";
import { MODES, median, newFolder, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "500 turns in one thread";
export const must = "data folder ≤ 5 × the thread's message JSON; own cost a turn ≤ 1.2 × from first to last";

const TURNS = 500;
const SAMPLE = 50;
const QUESTION = "Could you tell me a little more about the second of the three ways, and what it would cost? ".repeat(
  2,
);
const SENTENCE = "The second way needs more room at first and less of it later on. ";

export async function run(): Promise<Result> {
  const model = new ChunkModel({ chunks: 12, text: () => SENTENCE });
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) => createAgent({ model, tools: [], checkpointer }).graph as never,
  });
  const storage = await openStorage(newFolder());
  const bare = createAgent({ model, tools: [], checkpointer: storage.saver }).graph;
  const threadId = await bench.newThread();
  const [ours, bares]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const input = { messages: [{ type: "human", id: `question-${turn}`, content: QUESTION }] };
    const bareAt = performance.now();
    const streamMode = ["messages", "updates", "custom", "tools"];
    const stream = await bare.stream(input as never, { streamMode, configurable: { thread_id: "bare" } } as never);
    for await (const _ of stream);
    bares.push(performance.now() - bareAt);
    const ownAt = performance.now();
    const body = { assistant_id: "agent", input, stream_mode: MODES };
    const response = await bench.call("POST", `/threads/${threadId}/runs/stream`, body);
    for await (const _ of response.body as AsyncIterable<Uint8Array>);
    ours.push(performance.now() - ownAt);
  }
  const thread: { values: { messages: unknown[] } } = await (await bench.call("GET", `/threads/${threadId}`)).json();
  const json = JSON.stringify(thread.values.messages).length;
  if (thread.values.messages.length !== 2 * TURNS) throw new Error(`${thread.values.messages.length} messages`);
  await bench.close();
  await storage.close();
  const bytes = readdirSync(bench.dataDir).reduce((sum, name) => sum + statSync(join(bench.dataDir, name)).size, 0);
  const own = ours.map((ms, turn) => ms - (bares[turn] ?? 0));
  const first = median(own.slice(SAMPLE, 2 * SAMPLE)); // the first fifty warm up
  const last = median(own.slice(-SAMPLE));
  const part = (values: number[]) =>
    `${median(values.slice(SAMPLE, 2 * SAMPLE)).toFixed(2)} to ${median(values.slice(-SAMPLE)).toFixed(2)} ms`;
  return {
    measured: `folder ${(bytes / json).toFixed(2)} × (${(bytes / 1024).toFixed(0)} of ${(json / 1024).toFixed(0)} KiB), own cost ${(last / first).toFixed(2)} × (${first.toFixed(2)} to ${last.toFixed(2)} ms)`,
    isMet: bytes <= 5 * json && last <= 1.2 * first,
    notes: [`with us ${part(ours)}, bare graph on the same saver ${part(bares)}`],
  };
}
