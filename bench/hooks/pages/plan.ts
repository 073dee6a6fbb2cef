import { createInput } from "../../tool-args/inputs.mjs";

/** One delta of an answer: text, or a piece of a tool call's arguments. */
export type Delta = { readonly kind: "text" | "arguments"; readonly piece: string };

const TEXT_DELTAS = 5_000;
const ARGUMENT_LENGTH = 100_000;
/** How many deltas come together at full speed. */
export const FULL_PACKET = 50;
const DELTAS_A_SECOND = 200;
const RATED_SECONDS = 6;

/** 5,000 deltas of text, then 100 KB of arguments in pieces of 4 to 12 characters. Seeded: the same for every page. */
function createDeltas(): Delta[] {
  const words = ["tok ", "token ", "strm ", "of "];
  const text = Array.from({ length: TEXT_DELTAS }, (_, at): Delta => {
    return { kind: "text", piece: words[(at * 7 + (at >> 3)) % words.length] ?? "" };
  });
  const { chunks } = createInput("string", ARGUMENT_LENGTH);
  return [...text, ...chunks.map(({ piece }): Delta => ({ kind: "arguments", piece }))];
}

/** Made when the page loads: what it takes to make them is no cost of the page. */
const created = createDeltas();

/** Everything in packets of 50, one a macrotask. */
export async function* atFullSpeed(): AsyncGenerator<Delta> {
  for (const [at, delta] of created.entries()) {
    if (at % FULL_PACKET === 0) await macrotask();
    yield delta;
  }
}

/** The last 600 deltas of text and of arguments, 200 a second; what was before comes as one delta each. */
export async function* atRate(): AsyncGenerator<Delta> {
  const count = (DELTAS_A_SECOND * RATED_SECONDS) / 2;
  const start = performance.now();
  let sent = 0;
  for (const kind of ["text", "arguments"] as const) {
    const pieces = created.filter((delta) => delta.kind === kind).map(({ piece }) => piece);
    yield { kind, piece: pieces.slice(0, -count).join("") };
    for (const piece of pieces.slice(-count)) {
      sent += 1;
      const waitMs = start + (sent * 1000) / DELTAS_A_SECOND - performance.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      yield { kind, piece };
    }
  }
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => {
  for (const wake of waiting.splice(0)) wake();
};

function macrotask(): Promise<void> {
  return new Promise((done) => {
    waiting.push(done);
    channel.port2.postMessage(0);
  });
}
