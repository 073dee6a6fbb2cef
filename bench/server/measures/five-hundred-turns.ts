import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createAgent } from "langchain";
import { openStorage } from "@/lib/server/persistence/sqlite/open-storage";
import { cpuMs, MODES, median, newFolder, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "500 turns in one thread";
export const must = "data folder ≤ 5 × the thread's message JSON; own cost a turn ≤ 1.2 × from first to last";

const TURNS = 500;
const WINDOW = 50;
const WINDOWS = 3;
const GRAPH_MODES = ["messages", "updates", "custom", "tools"];
const QUESTION = "Could you tell me a little more about the second of the three ways, and what it would cost? ".repeat(
  2,
);
const SENTENCE = "The second way needs more room at first and less of it later on. ";

const model = new ChunkModel({ chunks: 12, text: () => SENTENCE });
const question = (turn: number) => ({ messages: [{ type: "human", id: `question-${turn}`, content: QUESTION }] });

/** A thread on a server of its own, and the same on the bare graph with the same saver: CPU time of each turn. */
async function openPair() {
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) => createAgent({ model, tools: [], checkpointer }).graph as never,
  });
  const storage = await openStorage(newFolder());
  const bare = createAgent({ model, tools: [], checkpointer: storage.saver }).graph;
  let threadId = await bench.newThread();
  let turn = 0;
  const withBare = async () => {
    const startedAt = cpuMs();
    const config = { streamMode: GRAPH_MODES, configurable: { thread_id: threadId } };
    for await (const _ of await bare.stream(question(turn) as never, config as never));
    return cpuMs() - startedAt;
  };
  const withUs = async () => {
    const startedAt = cpuMs();
    const body = { assistant_id: "agent", input: question(turn), stream_mode: MODES };
    const response = await bench.call("POST", `/threads/${threadId}/runs/stream`, body);
    for await (const _ of response.body as AsyncIterable<Uint8Array>);
    return cpuMs() - startedAt;
  };
  return {
    bench,
    async begin() {
      threadId = await bench.newThread();
      turn = 0;
    },
    /** Who goes first changes with every turn. */
    async takeTurn() {
      const bareFirst = turn % 2 === 0 ? await withBare() : undefined;
      const ours = await withUs();
      const bares = bareFirst ?? (await withBare());
      turn += 1;
      return { ours, bares, own: ours - bares };
    },
    async messages(): Promise<unknown[]> {
      const thread: { values: { messages: unknown[] } } = await (
        await bench.call("GET", `/threads/${threadId}`)
      ).json();
      return thread.values.messages;
    },
    async close() {
      await bench.close();
      await storage.close();
    },
  };
}

type Turn = Awaited<ReturnType<Awaited<ReturnType<typeof openPair>>["takeTurn"]>>;

/**
 * The first turns of new threads and the last of the old one, taken in turn, so that what else the machine does, and
 * how warm the code is, is the same for both.
 */
export async function run(): Promise<Result> {
  const [young, old] = [await openPair(), await openPair()];
  const [first, last]: [Turn[], Turn[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const isLast = turn >= TURNS - WINDOWS * WINDOW;
    if (isLast && (TURNS - turn) % WINDOW === 0) await young.begin();
    if (isLast) first.push(await young.takeTurn());
    const taken = await old.takeTurn();
    if (isLast) last.push(taken);
  }
  const messages = await old.messages();
  if (messages.length !== 2 * TURNS) throw new Error(`${messages.length} messages`);
  await Promise.all([young.close(), old.close()]);
  const json = JSON.stringify(messages).length;
  const { dataDir } = old.bench;
  const bytes = readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
  const of = (turns: readonly Turn[], part: keyof Turn) => median(turns.map((turn) => turn[part]));
  const window = (index: number) => [index * WINDOW, (index + 1) * WINDOW] as const;
  const growths = Array.from({ length: WINDOWS }, (_, index) => {
    return of(last.slice(...window(index)), "own") / of(first.slice(...window(index)), "own");
  });
  const growth = median(growths);
  const range = (part: keyof Turn) => `${of(first, part).toFixed(2)} to ${of(last, part).toFixed(2)} ms`;
  return {
    measured: `folder ${(bytes / json).toFixed(2)} × (${(bytes / 1024).toFixed(0)} of ${(json / 1024).toFixed(0)} KiB), own cost ${growth.toFixed(2)} × (${range("own")})`,
    isMet: bytes <= 5 * json && growth <= 1.2,
    notes: [
      `CPU time of the main thread; ${WINDOWS} times the first ${WINDOW} turns of a new thread, in turn with the last ${WINDOW * WINDOWS}: ${growths.map((value) => value.toFixed(2)).join(", ")} ×`,
      `with us ${range("ours")}, bare graph on the same saver ${range("bares")}`,
    ],
  };
}
