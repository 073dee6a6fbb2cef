import { AIMessageChunk } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { AgentGraph } from "@/lib/server/config";
import { cpuMs, MODES, median, openBench, type Result } from "../support/bench-server";

export const title = "own cost a chunk, from the source to bytes for the socket (CPU)";
export const must = "≤ 5 µs";

const CHUNKS = 100_000;
const CHUNKS_A_TURN = 16;

/** A constant source in place of createAgent: ready chunks, some in every turn of the event loop. */
async function* source(): AsyncGenerator<unknown> {
  const metadata = { langgraph_node: "model_request", langgraph_checkpoint_ns: `model_request:${crypto.randomUUID()}` };
  const message = new AIMessageChunk({ id: "answer-1", content: "token " });
  for (let index = 0; index < CHUNKS; index += 1) {
    if (index % CHUNKS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    yield ["messages", [message, metadata]];
  }
}

export async function run(): Promise<Result> {
  const graph: AgentGraph = new StateGraph(MessagesAnnotation)
    .addNode("answer", () => ({ messages: [] }))
    .addEdge(START, "answer")
    .compile();
  Object.assign(graph, { _streamIterator: source });
  const bench = await openBench({ title: "Constant", graph: () => graph });
  const costs: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    globalThis.gc?.();
    const bareAt = cpuMs();
    for await (const _ of source());
    const bareMs = cpuMs() - bareAt;
    const threadId = await bench.newThread();
    const body = { assistant_id: "agent", input: { messages: [] }, stream_mode: MODES };
    const ownAt = cpuMs();
    const response = await bench.call("POST", `/threads/${threadId}/runs/stream`, body);
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
    const ownMs = cpuMs() - ownAt;
    if (bytes < CHUNKS * "token ".length) throw new Error(`only ${bytes} bytes arrived`);
    if (round > 1) costs.push(((ownMs - bareMs) * 1000) / CHUNKS);
  }
  await bench.close();
  const cost = median(costs);
  return {
    measured: `${cost.toFixed(2)} µs (rounds ${costs.map((value) => value.toFixed(2)).join(" ")})`,
    isMet: cost <= 5,
  };
}
