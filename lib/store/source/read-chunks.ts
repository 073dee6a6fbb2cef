import { ToolweaveError } from "@/lib/errors";
import { createSseDecoder } from "@/lib/transport";

/**
 * Chunks out of an async iterable, or out of a Response: server-sent events or one JSON value a line. A pair, as
 * LangGraph's `messages` events have it, counts as its first half. What is not JSON is skipped. When the signal aborts
 * the source is left at once, also while it is silent, and the chunks end.
 */
export async function* readChunks(
  source: AsyncIterable<unknown> | Response,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const values = (isResponse(source) ? readBody(source, signal) : source)[Symbol.asyncIterator]();
  const left = Promise.withResolvers<{ readonly done: true; readonly value: undefined }>();
  const leave = () => left.resolve({ done: true, value: undefined });
  signal.addEventListener("abort", leave);
  try {
    while (!signal.aborted) {
      const step = await Promise.race([values.next(), left.promise]);
      if (step.done) return;
      yield Array.isArray(step.value) ? step.value[0] : step.value;
    }
  } finally {
    signal.removeEventListener("abort", leave);
    values.return?.().catch(() => {}); // it was left: what it says to that nobody hears
  }
}

function isResponse(source: AsyncIterable<unknown> | Response): source is Response {
  return typeof Response !== "undefined" && source instanceof Response;
}

async function* readBody(response: Response, signal: AbortSignal): AsyncGenerator<unknown> {
  if (!response.ok || response.body === null) {
    throw new ToolweaveError("connection_lost", `The response has status ${response.status} and cannot be read.`);
  }
  const isSse = (response.headers.get("content-type") ?? "").includes("text/event-stream");
  const framer = isSse ? createSseFramer() : createLineFramer();
  const text = new TextDecoder("utf-8", { ignoreBOM: isSse });
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {}); // a body that is broken already has nothing to add
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const piece = await reader.read();
      const said = piece.done ? text.decode() : text.decode(piece.value, { stream: true });
      for (const json of framer(said, piece.done)) {
        const value = parse(json);
        if (value !== undefined) yield value;
      }
      if (piece.done) return;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

type Framer = (text: string, isLast: boolean) => string[];

function createSseFramer(): Framer {
  const decoder = createSseDecoder();
  return (text, isLast) => [...decoder.feed(text), ...(isLast ? decoder.end() : [])].map((event) => event.data);
}

function createLineFramer(): Framer {
  let rest = "";
  return (text, isLast) => {
    if (!isLast && !text.includes("\n")) {
      rest += text;
      return [];
    }
    const lines = (rest + text).split("\n");
    rest = isLast ? "" : (lines.pop() ?? "");
    return lines;
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
