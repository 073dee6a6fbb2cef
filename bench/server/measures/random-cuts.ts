import { createAgent } from "langchain";
import { TESTER } from "@/lib/server/test-support/client";
import { MODES, openBench, type Result } from "../support/bench-server";
import { ChunkModel } from "../support/chunk-model";

export const title = "1,000 random cuts of the connection over 100 runs";
export const must = "each reader ends with exactly what an uncut one has";

const RUNS = 100;
const CUTS_A_RUN = 10;
const CHUNKS = 400;

export async function run(): Promise<Result> {
  const model = new ChunkModel({ chunks: CHUNKS, pauseMs: 1, text: (index) => `word ${index} ` });
  const bench = await openBench({
    title: "Chunks",
    graph: ({ checkpointer }) => createAgent({ model, tools: [], checkpointer }).graph as never,
  });
  let cuts = 0;
  let different = 0;
  const one = async () => {
    const threadId = await bench.newThread();
    const started = await bench.call("POST", `/threads/${threadId}/runs`, {
      assistant_id: "agent",
      input: { messages: [{ type: "human", content: "hi" }] },
      stream_mode: MODES,
    });
    const { run_id }: { run_id: string } = await started.json();
    const url = `${bench.url}/threads/${threadId}/runs/${run_id}/stream`;
    const blocks: string[] = [];
    let lastId = "-1";
    let isEnded = false;
    for (let cut = 0; !isEnded; cut += 1) {
      const limit = cut < CUTS_A_RUN ? Math.floor(Math.random() * 2_400) : Number.POSITIVE_INFINITY;
      const part = await readUpTo(url, lastId, limit);
      if (!part.isEnded) cuts += 1;
      blocks.push(...part.blocks);
      lastId = part.lastId ?? lastId;
      isEnded = part.isEnded;
    }
    const uncut = await readUpTo(url, "-1", Number.POSITIVE_INFINITY);
    if (blocks.join("\n") !== uncut.blocks.join("\n")) different += 1;
  };
  for (let round = 0; round < RUNS; round += 20) await Promise.all(Array.from({ length: 20 }, one));
  await bench.close();
  return {
    measured: `${different} of ${RUNS} readers differ after ${cuts} cuts`,
    isMet: different === 0 && cuts >= RUNS * CUTS_A_RUN * 0.95,
  };
}

type Part = { readonly blocks: string[]; readonly lastId: string | undefined; readonly isEnded: boolean };

/** Reads whole events until some bytes have come, then cuts the socket; what is half read is lost, as in life. */
async function readUpTo(url: string, lastId: string, maxCharacters: number): Promise<Part> {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { ...TESTER, "last-event-id": lastId }, signal: abort.signal });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  const blocks: string[] = [];
  let rest = "";
  let characters = 0;
  for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(bytes, { stream: true });
    const isCut = characters + text.length >= maxCharacters;
    rest += isCut ? text.slice(0, Math.max(0, maxCharacters - characters)) : text;
    characters += text.length;
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    blocks.push(...parts.filter((part) => !part.startsWith(":")));
    if (isCut) break;
  }
  abort.abort();
  const last = blocks.at(-1);
  return { blocks, lastId: last?.match(/^id: (.*)$/m)?.[1], isEnded: last?.startsWith("event: end") ?? false };
}
