import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeSse, readEvent } from "@/lib/protocol";
import { createSseDecoder } from "@/lib/transport";
import { cpuMs, median, quantile, type Result } from "../support/bench-server";

export const title = "SSE encode and decode over loopback, against a minimal hand-written pair";
export const must = "≤ 1.15 ×, unbatched and batched by 64";

const EVENTS = 40_000;
const ROUNDS = 24;
const RUN = crypto.randomUUID();
const sink: { value?: unknown } = {};

const json = (index: number) => JSON.stringify([{ type: "ai", id: "message-1", content: `tok${index % 1000}` }, {}]);
const encoders = {
  hand: (index: number) => `event: messages\ndata: ${json(index)}\nid: ${RUN}:${index}\n\n`,
  ours: (index: number) => encodeSse("messages", json(index), `${RUN}:${index}`),
};
type Name = keyof typeof encoders;

/** What the shortest decoder does: no line ends but LF, no ids, no comments. */
function createHandDecoder(): (text: string) => number {
  let rest = "";
  return (text) => {
    rest += text;
    let [from, count] = [0, 0];
    for (let end = rest.indexOf("\n\n", from); end >= 0; end = rest.indexOf("\n\n", from)) {
      const start = rest.indexOf("data: ", from) + 6;
      sink.value = JSON.parse(rest.slice(start, rest.indexOf("\n", start)));
      count += 1;
      from = end + 2;
    }
    rest = rest.slice(from);
    return count;
  };
}

function createOurDecoder(): (text: string) => number {
  const decoder = createSseDecoder();
  return (text) => {
    const events = decoder.feed(text);
    for (const { data } of events) sink.value = JSON.parse(data);
    return events.length;
  };
}

/** CPU time of encoding, sending, receiving and decoding: all of it is in this thread. */
async function read(url: string, name: Name): Promise<number> {
  const startedAt = cpuMs();
  const { body } = await fetch(url);
  const decode = name === "hand" ? createHandDecoder() : createOurDecoder();
  const text = new TextDecoder();
  let count = 0;
  for await (const bytes of body as AsyncIterable<Uint8Array>) count += decode(text.decode(bytes, { stream: true }));
  if (count !== EVENTS) throw new Error(`${count} of ${EVENTS} events arrived`);
  return cpuMs() - startedAt;
}

/** What reading an event by its shape costs, over parsing its JSON. */
function shapeCost(): number {
  const raw = Array.from({ length: 20_000 }, (_, index) => ({ event: "messages", data: json(index), id: "" }));
  const time = (each: (event: (typeof raw)[number]) => unknown) => {
    const startedAt = performance.now();
    for (const event of raw) sink.value = each(event);
    return ((performance.now() - startedAt) * 1000) / raw.length;
  };
  const costs = Array.from({ length: ROUNDS }, () => time(readEvent) - time(({ data }) => JSON.parse(data)));
  return Math.min(...costs);
}

export async function run(): Promise<Result> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const encode = encoders[pathname.slice(1) as Name];
    const batch = Number(searchParams.get("batch"));
    let buffer = "";
    for (let index = 0; index < EVENTS; index += 1) {
      buffer += encode(index);
      if ((index + 1) % batch !== 0) continue;
      const isRoom = response.write(buffer);
      buffer = "";
      if (!isRoom) await new Promise((resolve) => response.once("drain", resolve));
    }
    response.end(buffer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const ratios: number[] = [];
  const notes: string[] = [];
  for (const batch of [1, 64]) {
    const times: Record<Name, number[]> = { hand: [], ours: [] };
    for (let round = 0; round < ROUNDS + 2; round += 1) {
      const names = round % 2 === 0 ? (["hand", "ours"] as const) : (["ours", "hand"] as const);
      for (const name of names) {
        const ms = await read(`http://127.0.0.1:${port}/${name}?batch=${batch}`, name);
        if (round > 1) times[name].push(ms); // the first two warm up
      }
    }
    const pairs = times.ours.map((ms, round) => ms / (times.hand[round] ?? Number.NaN));
    ratios.push(median(pairs));
    const [low, high] = [quantile(pairs, 0.25), quantile(pairs, 0.75)];
    notes.push(
      `batches of ${batch}: ${median(times.ours).toFixed(0)} ms against ${median(times.hand).toFixed(0)} ms of CPU time, half of ${ROUNDS} pairs within ${low.toFixed(2)} to ${high.toFixed(2)} ×`,
    );
  }
  server.close();
  notes.push(`checks of its shape ${shapeCost().toFixed(1)} µs an event more`);
  return {
    measured: `${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} ×`,
    isMet: Math.max(...ratios) <= 1.15,
    notes,
  };
}
