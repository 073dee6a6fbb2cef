import { ToolweaveError } from "@/lib/errors";
import { createSseDecoder } from "@/lib/transport";

/**
 * Chunks out of an async iterable, or out of a Response: server-sent events or one JSON value a line. A pair, as
 * LangGraph's `messages` events have it, counts as its first half. What is not JSON is skipped. Leaving early cancels
 * the body.
 */
export async function* readChunks(source: AsyncIterable<unknown> | Response): AsyncGenerator<unknown> {
  for await (const value of isResponse(source) ? readBody(source) : source) {
    yield Array.isArray(value) ? value[0] : value;
  }
}

function isResponse(source: AsyncIterable<unknown> | Response): source is Response {
  return typeof Response !== "undefined" && source instanceof Response;
}

async function* readBody(response: Response): AsyncGenerator<unknown> {
  if (!response.ok || response.body === null) {
    throw new ToolweaveError("connection_lost", `The response has status ${response.status} and cannot be read.`);
  }
  const isSse = (response.headers.get("content-type") ?? "").includes("text/event-stream");
  const framer = isSse ? createSseFramer() : createLineFramer();
  const text = new TextDecoder("utf-8", { ignoreBOM: isSse });
  const reader = response.body.getReader();
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
    void reader.cancel().catch(() => {}); // a body that is broken already has nothing to add
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
