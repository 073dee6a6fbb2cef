import type { Handlers } from "../create-handlers";

/** One server-sent event as it was framed. */
export type SentEvent = { readonly event: string; readonly data: unknown; readonly id: string };

/** Sends requests through the door. */
export type TestClient = ReturnType<typeof createClient>;

/** The key of whoever a test is about, and that of somebody else. */
export const KEYS = { tester: "key-of-the-tester", stranger: "key-of-a-stranger" } as const;

/** Who that is to the server. */
export const TESTER_ID = { userId: "key-tester" } as const;

/** The headers of whoever a test is about. */
export const TESTER = { "x-api-key": KEYS.tester } as const;

/** What a server needs to know both. */
export const KEYS_ENV = {
  TOOLWEAVE_API_KEYS: Object.entries(KEYS)
    .map((entry) => entry.join(":"))
    .join(","),
};

/** A client of handlers that shares nothing with our own transport. `identity`: the headers that say who it is. */
export function createClient(handlers: Handlers, identity: Readonly<Record<string, string>> = TESTER) {
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    await new Promise((resolve) => setImmediate(resolve)); // as a socket would: nobody starves the server by asking
    return handlers.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { ...identity, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
  }

  async function call(method: string, path: string, body?: unknown) {
    const response = await send(method, path, body);
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came and compares it
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as any };
  }

  async function newThread(): Promise<string> {
    return (await call("POST", "/threads", {})).body.thread_id;
  }

  /** Starts a run and reads its stream to the end. */
  async function run(threadId: string, request: Record<string, unknown>): Promise<SentEvent[]> {
    const response = await startStream(threadId, request);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return readAll(response);
  }

  function startStream(threadId: string, request: Record<string, unknown>, headers?: Record<string, string>) {
    const modes = ["messages-tuple", "updates", "custom", "tools"];
    return send(
      "POST",
      `/threads/${threadId}/runs/stream`,
      { assistant_id: "agent", stream_mode: modes, ...request },
      headers,
    );
  }

  return { send, call, newThread, run, startStream };
}

/** Every event of a stream. */
export async function readAll(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

/** Events as they arrive; ends with the stream, or when the caller leaves. */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
    buffer += decoder.decode(bytes, { stream: true });
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      if (!block.startsWith(":")) yield readBlock(block);
    }
  }
}

function readBlock(block: string): SentEvent {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const),
  );
  return {
    event: fields.get("event") ?? "",
    id: fields.get("id") ?? "",
    data: JSON.parse(fields.get("data") ?? "null"),
  };
}
