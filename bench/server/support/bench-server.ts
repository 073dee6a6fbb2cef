import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { AgentDefinition } from "@/lib/server/config";
import { createHandlers, type HandlerOptions, type Handlers } from "@/lib/server/create-handlers";
import { KEYS_ENV, TESTER } from "@/lib/server/test-support/client";
import { serve } from "@/lib/server/test-support/serve";

/** What every measure gives back. */
export type Result = { readonly measured: string; readonly isMet: boolean; readonly notes?: readonly string[] };
export type RunOptions = { readonly isLong: boolean };

/** What the reader on the other core tells of one stream. */
export type Reading = {
  readonly pieces: number;
  readonly bytes: number;
  readonly isEnded: boolean;
  readonly error?: string;
  readonly delays: readonly number[];
  readonly firstMs: number;
  readonly totalMs: number;
};

export type BenchServer = {
  readonly handlers: Handlers;
  readonly url: string;
  readonly dataDir: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  newThread(): Promise<string>;
  /** Follows a stream from a worker, as a browser would from another process. */
  read(
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; hasTimes?: boolean },
  ): Promise<Reading>;
  close(): Promise<void>;
};

/** A measure asks for more than any person does. */
const NO_LIMITS = { requestsPerMinute: Infinity, concurrentRuns: Infinity, openStreams: Infinity, threads: Infinity };

export const MODES = ["messages-tuple", "updates", "custom", "tools"];

/** A server with one agent called `agent`, on a real socket and a folder of its own. */
export async function openBench(
  agent: AgentDefinition,
  dataDir = newFolder(),
  options: Pick<HandlerOptions, "eventLog"> = {},
): Promise<BenchServer> {
  const handlers = createHandlers(
    { model: "demo", dataDir, limits: NO_LIMITS, agents: { agent } },
    { env: { ...process.env, ...KEYS_ENV }, ...options },
  );
  const server = await serve(handlers);
  const worker = new Worker(join(process.cwd(), "bench/server/sse-reader.mjs"), { execArgv: [] });
  worker.setMaxListeners(0);
  const waiting = new Map<number, (reading: Reading) => void>();
  worker.on("message", (reading: Reading & { id: number }) => waiting.get(reading.id)?.(reading));
  let lastId = 0;
  const url = `${server.url}/api`;

  const call = (method: string, path: string, body?: unknown) =>
    handlers.fetch(
      new Request(`${url}${path}`, {
        method,
        headers: { ...TESTER, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  return {
    handlers,
    url,
    dataDir,
    call,
    async newThread() {
      const thread: { thread_id: string } = await (await call("POST", "/threads", {})).json();
      return thread.thread_id;
    },
    read(path, { body, headers = {}, hasTimes = false } = {}) {
      const id = ++lastId;
      const request = {
        id,
        url: `${url}${path}`,
        hasTimes,
        method: body === undefined ? "GET" : "POST",
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { ...TESTER, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      };
      return new Promise((resolve) => {
        waiting.set(id, (reading) => {
          waiting.delete(id);
          resolve(reading);
        });
        worker.postMessage(request);
      });
    },
    async close() {
      await worker.terminate();
      await server.close();
      await handlers.dispose(0);
    },
  };
}

/** An empty folder that goes when the process does. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolweave-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The value below which a part of the values lie. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** CPU time of this thread: what other processes, other threads and the collector's helpers do is not in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
