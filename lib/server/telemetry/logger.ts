import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type DestinationStream, type Logger } from "pino";

/** What a request is called in every line that is written on its behalf, also by the run that it starts. */
const requests = new AsyncLocalStorage<string>();

export type LoggerOptions = {
  /** Where lines go. Default: stderr, so that a host's own output stays what it is. */
  readonly destination?: DestinationStream;
  /** Where TOOLWEAVE_LOG_LEVEL comes from: `trace`, `debug`, `info`, `warn` (default), `error`, `fatal` or `silent`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/**
 * Structured log lines: one JSON object each, with `request_id`, and `thread_id` and `run_id` where there are any.
 * Nobody hands it the content of messages, of tools or of requests; errors are written with message and stack.
 */
export function createLogger({ destination, env = process.env }: LoggerOptions = {}): Logger {
  const level = env.TOOLWEAVE_LOG_LEVEL || "warn";
  return pino(
    {
      name: "toolweave",
      level: level in pino.levels.values || level === "silent" ? level : "warn",
      mixin: () => {
        const request_id = requests.getStore();
        return request_id === undefined ? {} : { request_id };
      },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

const MAX_ID_CHARACTERS = 128;

/** Does the work of one request under its id: `x-request-id` where a proxy sent one that is printable, else a new one. */
export function withRequestId<Result>(request: Request, work: () => Result): Result {
  const given = request.headers.get("x-request-id");
  const isUsable = given !== null && given.length <= MAX_ID_CHARACTERS && /^[\w.:-]+$/.test(given);
  return requests.run(isUsable ? given : crypto.randomUUID(), work);
}
