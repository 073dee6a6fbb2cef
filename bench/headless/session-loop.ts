import type { GraphParts } from "@/lib/server/config";
import { TESTER } from "@/lib/server/test-support/client";
import { createAgentSession } from "@/lib/store";
import { createHttpTransport, createUuid } from "@/lib/transport";
import { openBench } from "../server/support/bench-server";
import { createCaller, createPage, instantTool } from "./caller";

const MAX_WAIT_MS = 20_000;

/** When something of a turn came, `performance.now()`. */
type Marks = { pausedAt: number; claimedAt: number; resumeSentAt: number; resumeHeadAt: number; firstWordAt: number };

/** Our whole path over a real socket: session, claim, journal, resume. */
export async function openSessionLoop(options: Parameters<typeof openBench>[2] = {}) {
  const agent = { title: "Caller", graph: ({ checkpointer }: GraphParts) => createCaller(checkpointer) as never };
  const bench = await openBench(agent, undefined, options);
  const open = new Set<Promise<unknown>>();
  const marks: Marks = { pausedAt: 0, claimedAt: 0, resumeSentAt: 0, resumeHeadAt: 0, firstWordAt: 0 };
  const transport = createHttpTransport({
    apiUrl: bench.url,
    headers: TESTER,
    fetch: (input, init) => whileOpen(watch(input, init, marks), open),
  });
  const page = createPage();
  const session = createAgentSession({
    transport,
    agent: "agent",
    tools: [instantTool],
    page: { now: () => page, load: async () => page },
  });

  async function turn(): Promise<{ resumeMs: number; totalMs: number; marks: Marks }> {
    Object.assign(marks, { pausedAt: 0, claimedAt: 0, resumeSentAt: 0, resumeHeadAt: 0, firstWordAt: 0 });
    const startedAt = performance.now();
    const before = session.store.getState().messageIds.length;
    await session.submit("go");
    await until(({ status, messageIds }) => status === "idle" && messageIds.length >= before + 3);
    while (open.size > 0) await new Promise((resolve) => setImmediate(resolve)); // what the page still reads is its cost too
    return {
      resumeMs: marks.firstWordAt - marks.pausedAt,
      totalMs: performance.now() - startedAt,
      marks: { ...marks },
    };
  }

  function until(isWanted: (state: ReturnType<typeof session.store.getState>) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(JSON.stringify(session.store.getState()))), MAX_WAIT_MS);
      const look = () => {
        if (!isWanted(session.store.getState())) return;
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = session.store.subscribe(look);
      look();
    });
  }

  return {
    turn,
    /** Shows a thread; without one, a new one. */
    open: async (threadId: string | undefined) => {
      await session.open(threadId);
      await until(({ isLoading }) => !isLoading);
    },
    threadId: () => session.store.getState().threadId ?? createUuid(),
    close: async () => {
      session.dispose();
      await bench.close();
    },
  };
}

/** Keeps a request in `open` until the page has been given the whole answer; streams end with their run. */
async function whileOpen(answer: Promise<Response>, open: Set<Promise<unknown>>): Promise<Response> {
  open.add(answer);
  try {
    const response = await answer;
    if (response.body === null || isStream(response)) return response;
    return new Response(await response.text(), response);
  } finally {
    setImmediate(() => open.delete(answer));
  }
}

/** Notes when the interrupt's bytes, the claim, and the first word after the resume are read. */
async function watch(input: RequestInfo | URL, init: RequestInit | undefined, marks: Marks): Promise<Response> {
  const isResume = typeof init?.body === "string" && init.body.includes('"resume"');
  if (isResume) marks.resumeSentAt = performance.now();
  const response = await fetch(input, init);
  if (isResume) marks.resumeHeadAt = performance.now();
  if (String(input).endsWith("/claim")) marks.claimedAt = performance.now();
  if (response.body === null || !isStream(response)) return response;
  const decoder = new TextDecoder();
  const noting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, out) => {
      const text = decoder.decode(bytes, { stream: true });
      if (marks.pausedAt === 0 && text.includes("__interrupt__")) marks.pausedAt = performance.now();
      if (marks.firstWordAt === 0 && text.includes('"Done.')) marks.firstWordAt = performance.now();
      out.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(noting), response);
}

function isStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}
