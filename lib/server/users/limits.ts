/** What one user may take of a server. `Infinity` is no limit. */
export type Limits = {
  /** Requests of any kind; a page with eight tabs at work stays far below. Default 3,000. */
  readonly requestsPerMinute: number;
  /**
   * Requests of one address that are refused for want of a user, before they are only told to wait. Default 300. Those that are
   * answered, with nothing, are counted by address too, up to `requestsPerMinute`.
   */
  readonly refusalsPerMinute: number;
  /** Runs that go on or wait in a queue at the same time. Default 32. */
  readonly concurrentRuns: number;
  /** Answers that are followed or waited for at the same time; a browser follows four at most. Default 64. */
  readonly openStreams: number;
  /** Archives of all data that are made at the same time. Default 2. */
  readonly openExports: number;
  /** Default 10,000. */
  readonly threads: number;
  /** Items that outlive threads. Default 10,000. */
  readonly storeItems: number;
  /** Of the metadata of one thread, or one run, as JSON. Default 262,144. */
  readonly metadataCharacters: number;
  /** Of one message that comes in: its text, and the JSON of all else in it. Default 400,000, about a book of 250 pages. */
  readonly messageCharacters: number;
  /** Of any request but an upload. Default 4 MiB. */
  readonly bodyBytes: number;
};

const DEFAULTS: Limits = {
  requestsPerMinute: 3_000,
  refusalsPerMinute: 300,
  concurrentRuns: 32,
  openStreams: 64,
  openExports: 2,
  threads: 10_000,
  storeItems: 10_000,
  metadataCharacters: 256 * 1024,
  messageCharacters: 400_000,
  bodyBytes: 4 * 1024 * 1024,
};

const VARIABLES: Readonly<Record<keyof Limits, string>> = {
  requestsPerMinute: "TOOLWEAVE_REQUESTS_PER_MINUTE",
  refusalsPerMinute: "TOOLWEAVE_REFUSALS_PER_MINUTE",
  concurrentRuns: "TOOLWEAVE_CONCURRENT_RUNS",
  openStreams: "TOOLWEAVE_OPEN_STREAMS",
  openExports: "TOOLWEAVE_OPEN_EXPORTS",
  threads: "TOOLWEAVE_MAX_THREADS",
  storeItems: "TOOLWEAVE_MAX_STORE_ITEMS",
  metadataCharacters: "TOOLWEAVE_MAX_METADATA_CHARACTERS",
  messageCharacters: "TOOLWEAVE_MAX_MESSAGE_CHARACTERS",
  bodyBytes: "TOOLWEAVE_MAX_BODY_BYTES",
};

/** What the configuration says, else the environment, else the default. Throws a TypeError for what is no limit. */
export function readLimits(
  configured: Partial<Limits> = {},
  env: Readonly<Record<string, string | undefined>> = {},
): Limits {
  const limit = (name: keyof Limits): number => {
    const text = env[VARIABLES[name]]?.trim();
    const value = configured[name] ?? (text ? Number(text) : DEFAULTS[name]);
    const isLimit = value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value > 0);
    if (isLimit) return value;
    throw new TypeError(
      `limits.${name} (${VARIABLES[name]}) must be a whole number above 0, or Infinity, and is ${value}.`,
    );
  };
  return {
    requestsPerMinute: limit("requestsPerMinute"),
    refusalsPerMinute: limit("refusalsPerMinute"),
    concurrentRuns: limit("concurrentRuns"),
    openStreams: limit("openStreams"),
    openExports: limit("openExports"),
    threads: limit("threads"),
    storeItems: limit("storeItems"),
    metadataCharacters: limit("metadataCharacters"),
    messageCharacters: limit("messageCharacters"),
    bodyBytes: limit("bodyBytes"),
  };
}
