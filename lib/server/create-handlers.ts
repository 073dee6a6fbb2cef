import { inspect } from "node:util";
import type { Logger } from "pino";
import { isToolweaveError } from "@/lib/errors";
import { type Agents, createAgents } from "./agents/create-agents";
import { CurrentUserStore } from "./agents/current-user-store";
import { type AttachmentStore, createAttachments, readAttachmentRules } from "./attachments";
import type { ToolweaveConfig } from "./config";
import { createApp } from "./http/app";
import { toErrorResponse } from "./http/exchange/error-response";
import type { IdentifyParts } from "./http/exchange/identify";
import { createOpenLimit } from "./http/exchange/limits/open-limit";
import { tooManyExports, tooManyStreams } from "./http/exchange/limits/refusals";
import { readHosts } from "./http/exchange/origins/allowed-hosts";
import { readAllowedOrigins, readFrameAncestors } from "./http/exchange/origins/allowed-origins";
import { openIdentity } from "./open-identity";
import { sharePageRules } from "./pages";
import { limitItems } from "./persistence/limit-items";
import type { Storage } from "./persistence/storage";
import type { EventLogOptions } from "./runs/events/event-log";
import { disposeOnSignals, openRuntime, type ReportError, type Runtime } from "./runtime";
import { createLogger, withRequestId } from "./telemetry/logger";
import { createTelemetry } from "./telemetry/run-telemetry";
import { refuseUnknownMethods } from "./unknown-methods";
import { readLimits } from "./users";

export type HandlerOptions = {
  /** What the host puts before our paths; stripped from every request. Default `/api`. */
  readonly basePath?: string;
  /** Where keys, addresses and TOOLWEAVE_ variables come from. Default: the process's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Larger bodies are refused with 413. Default: what the limits of the configuration say. */
  readonly maxBodyBytes?: number;
  /** Where threads, runs and checkpoints are kept, in place of the data folder. Closed by `dispose`. */
  readonly storage?: Storage;
  /** Where files are kept. Default: the data folder; in memory where a `storage` is given. The first handlers decide. */
  readonly attachments?: AttachmentStore;
  /** Bounds of the event log; the first handlers of a data folder or storage decide. */
  readonly eventLog?: EventLogOptions;
  /** Where structured lines go. Default: stderr, from TOOLWEAVE_LOG_LEVEL (`warn`) up. */
  readonly logger?: Logger;
  /** Told about errors that no client can do anything about. Default: the logger. */
  readonly reportError?: ReportError;
};

type Handler = (request: Request) => Promise<Response>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** Web-standard handlers: by method for a Next route file, `fetch` for every other host. */
export type Handlers = Readonly<Record<Method, Handler>> & {
  readonly fetch: Handler;
  /** Opens the data folder and looks for what is wrong with the model, before the first request does. */
  start(): Promise<void>;
  /**
   * The `set-cookie` for the answer to a page of the host's own: it makes the visitor known to the api before the page's
   * first request. `undefined`: nothing to set, or nothing open yet. Never needed where `config.auth` says who it is.
   */
  pageCookie(request: Request): string | undefined;
  /** Ends runs (within `graceMs`, default 8,000) and closes the files; later requests get 503. */
  dispose(graceMs?: number): Promise<void>;
};

type Opened = {
  readonly runtime: Runtime;
  readonly agents: Agents;
  readonly identity: IdentifyParts;
  readonly fetch: Handler;
};

/**
 * The whole HTTP interface of Toolweave for one configuration. Opens nothing before the first request or `start`, so
 * that a build may load the route file. Handlers on the same data folder, or the same storage, share runs and locks.
 */
export function createHandlers(config: ToolweaveConfig, options: HandlerOptions = {}): Handlers {
  const { basePath = "/api", env = process.env, logger = createLogger({ env }) } = options;
  const { reportError = reportTo(logger) } = options;
  let opening: Promise<Opened> | undefined;
  let identity: IdentifyParts | undefined;

  async function open(): Promise<Opened> {
    const place = options.storage ?? config.dataDir ?? (env.TOOLWEAVE_DATA_DIR || "data");
    const rules = readAttachmentRules(config.attachments, env);
    const limits = readLimits(config.limits, env);
    const runtime = await openRuntime(place, {
      reportError,
      telemetry: createTelemetry({ logger, hasContent: env.TOOLWEAVE_TELEMETRY_CONTENT === "1" }),
      historyDays: readDays(env.TOOLWEAVE_HISTORY_DAYS),
      orphanMs: rules.orphanMs,
      attachments: options.attachments,
      ...(options.eventLog && { eventLog: options.eventLog }),
    });
    const { storage } = runtime;
    const itemsOf = limitItems(storage, limits.storeItems);
    const attachments = createAttachments(runtime.attachments, rules);
    const agents = createAgents(config, storage.saver, env, new CurrentUserStore({ itemsOf }), runtime.attachments);
    const identity = await openIdentity(config.auth, {
      storage,
      env,
      dataDir: typeof place === "string" ? place : undefined,
    });
    const services = {
      runtime,
      agents,
      attachments,
      identity,
      limits,
      open: {
        streams: createOpenLimit(limits.openStreams, tooManyStreams),
        exports: createOpenLimit(limits.openExports, tooManyExports),
      },
      itemsOf,
      reportError,
      models: config.models,
      onFeedback: config.onFeedback,
      refuseHost: readHosts(config, env),
      origins: readAllowedOrigins(config.allowedOrigins, env.TOOLWEAVE_ALLOWED_ORIGINS, config.auth !== "none"),
      maxBodyBytes: options.maxBodyBytes ?? limits.bodyBytes,
    };
    const fetch = createApp(services, basePath);
    return { runtime, agents, identity, fetch };
  }

  function opened(): Promise<Opened> {
    if (opening) return opening;
    const attempt = open();
    opening = attempt;
    attempt.then(
      (opened) => {
        identity = opened.identity;
      },
      () => {
        opening = undefined; // whoever waits for it is told
      },
    );
    return attempt;
  }

  const fetch: Handler = (request) =>
    withRequestId(request, async () => {
      try {
        return await (await opened()).fetch(request);
      } catch (error) {
        reportError(error, { path: new URL(request.url).pathname });
        return toErrorResponse(error);
      }
    });

  return {
    GET: fetch,
    POST: fetch,
    PUT: fetch,
    PATCH: fetch,
    DELETE: fetch,
    OPTIONS: fetch,
    fetch,
    async start() {
      const { agents } = await opened();
      const { problem } = await agents.modelInfo();
      if (problem) console.warn(`Toolweave: ${problem.message}`);
    },
    pageCookie: (request) => identity?.cookies?.issue(request),
    async dispose(graceMs) {
      if (opening) await (await opening).runtime.dispose(graceMs);
    },
  };
}

/** What of the process `startServer` needs. */
export type ServerHost = {
  readonly env: NodeJS.ProcessEnv;
  readonly exit: (code: number) => void;
  /** Writes a line for whoever started the server. */
  readonly print: (line: string) => void;
};

/**
 * For a host's start-up hook: opens everything, says on the terminal what is wrong with the model, and ends runs on
 * SIGTERM. With NEXT_MANUAL_SIG_HANDLE the process is ours: Next leaves the signals to us, the process exits when the
 * runs have ended, and a data folder or a setting that cannot be used is said in one sentence before it exits with 1.
 * Elsewhere it rejects with that.
 */
export async function startServer(config: ToolweaveConfig, host: ServerHost = ownProcess()): Promise<void> {
  const { env, exit, print } = host;
  const isOurs = env.NEXT_MANUAL_SIG_HANDLE === "true";
  try {
    const handlers = createHandlers(config, { env });
    await handlers.start();
    sharePageRules({
      cookieFor: handlers.pageCookie,
      refuseHost: readHosts(config, env),
      frameAncestors: readFrameAncestors(config.frameAncestors, env.TOOLWEAVE_FRAME_ANCESTORS),
    });
  } catch (error) {
    if (!isOurs) throw error;
    const isForPeople = isToolweaveError(error) || error instanceof TypeError;
    print(`Toolweave cannot start. ${isForPeople ? error.message : inspect(error)}`);
    return exit(1);
  }
  if (isOurs) refuseUnknownMethods();
  disposeOnSignals(isOurs ? exit : undefined);
}

function ownProcess(): ServerHost {
  return { env: process.env, exit: process.exit, print: console.error };
}

function reportTo(logger: Logger): ReportError {
  return (error, { threadId: thread_id, runId: run_id, ...context }) =>
    logger.error({ err: error, thread_id, run_id, ...context }, "something went wrong on the server");
}

/** `undefined`: history is kept as long as its thread. Throws a TypeError for what is no number of days. */
function readDays(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const days = Number(text);
  if (Number.isFinite(days) && days > 0) return days;
  throw new TypeError(`TOOLWEAVE_HISTORY_DAYS must be a number of days above 0, and is "${text}".`);
}
