import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

/** One answer of the model: its reasoning, its text, then its calls. */
export type ScriptedAnswer = {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  /** The connection breaks at its end. */
  readonly breaksOff?: boolean;
};

/** How answers are written; may be changed while the provider runs. */
export type Pace = {
  /** 0: as fast as the connection takes them. */
  readonly chunksPerSecond: number;
  /** Before the first chunk of each answer, as a model that reads what it was sent. */
  readonly thinkMs: number;
};

export type ScriptedProvider = {
  /** The base address of an OpenAI-like API, on loopback. */
  readonly url: string;
  pace: Pace;
  stop(): Promise<void>;
};

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
type Delta = Readonly<Record<string, unknown>>;

const CHUNK_CHARACTERS = 6;

/**
 * A provider at the far end of a real connection: to each question it gives the answers that `script` has for it, one
 * after the other as their tools return, in the words of OpenAI's stream.
 */
export async function startScriptedProvider(
  script: ReadonlyMap<string, readonly ScriptedAnswer[]>,
): Promise<ScriptedProvider> {
  let pace: Pace = { chunksPerSecond: 0, thinkMs: 0 };
  let answers = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!request.url?.endsWith("/chat/completions")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [{ id: "scripted", object: "model" }] }));
      return;
    }
    const { messages }: Sent = JSON.parse(body);
    const asked = messages.findLastIndex(({ role }) => role === "user");
    const step = messages.slice(asked).filter(({ role }) => role === "assistant").length;
    const found = script.get(textOf(messages[asked]?.content))?.[step];
    if (found === undefined) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "The script has no such answer.", code: "no_script" } }));
      return;
    }
    answers += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    await write(response, `answer-${answers}`, found, pace);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  // A server that listens on a TCP port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get pace() {
      return pace;
    },
    set pace(next) {
      pace = next;
    },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** By the clock, not by sleeps: what came late is caught up with. */
async function write(response: ServerResponse, id: string, answer: ScriptedAnswer, pace: Pace): Promise<void> {
  const head = { id, object: "chat.completion.chunk", created: 0, model: "scripted" };
  const send = (delta: Delta, finishReason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`,
    );
  await setTimeout(pace.thinkMs);
  const startedMs = performance.now();
  for (const [index, delta] of deltasOf(answer, id).entries()) {
    const dueMs = pace.chunksPerSecond > 0 ? startedMs + (index * 1_000) / pace.chunksPerSecond : 0;
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await setTimeout(waitMs);
    else await setImmediate(); // each chunk is a write of its own
    if (response.destroyed) return;
    send(delta);
  }
  if (answer.breaksOff) return void response.destroy();
  send({}, answer.calls?.length ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}

function deltasOf({ reasoning = "", text = "", calls = [] }: ScriptedAnswer, id: string): Delta[] {
  return [
    { role: "assistant", content: "" },
    ...cut(reasoning).map((part) => ({ reasoning_content: part })),
    ...cut(text).map((content) => ({ content })),
    ...calls.flatMap(({ name, args }, index) => [
      { tool_calls: [{ index, id: `${id}-${index}`, type: "function", function: { name, arguments: "" } }] },
      ...cut(JSON.stringify(args)).map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
  ];
}

function cut(text: string): string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / CHUNK_CHARACTERS) }, (_, index) =>
    characters.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS).join(""),
  );
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly { text?: string }[] = Array.isArray(content) ? content : [];
  return parts.map(({ text = "" }) => text).join("");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
