import { metrics } from "@opentelemetry/api";

/** How a run went, for its metrics; times in milliseconds of one clock. */
export type RunTimes = {
  readonly agent: string;
  readonly status: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** The first piece that a model wrote; `undefined`: none did. */
  readonly firstTokenAtMs: number | undefined;
  readonly lastTokenAtMs: number | undefined;
  /** Pieces that models wrote, which is what a stream can count of tokens. */
  readonly tokens: number;
};

export type ServerMetrics = {
  runEnded(times: RunTimes): void;
  /** A reader began (1) or ended (-1) to follow a run. */
  readersChanged(by: 1 | -1): void;
  /** A reader fell so far behind that events it had not read were gone. */
  readerDropped(): void;
};

/** Instruments of the meter `toolweave`. Made when the server opens, since OpenTelemetry's meters are not found later. */
export function createMetrics(): ServerMetrics {
  const meter = metrics.getMeter("toolweave");
  const duration = meter.createHistogram("toolweave.run.duration", { unit: "s" });
  const firstToken = meter.createHistogram("toolweave.run.time_to_first_token", { unit: "s" });
  const speed = meter.createHistogram("toolweave.run.tokens_per_second", { unit: "{token}/s" });
  const readers = meter.createUpDownCounter("toolweave.readers", { unit: "{reader}" });
  const dropped = meter.createCounter("toolweave.readers.dropped", { unit: "{reader}" });
  return {
    runEnded({ agent, status, startedAtMs, endedAtMs, firstTokenAtMs, lastTokenAtMs, tokens }) {
      const attributes = { "toolweave.agent": agent, "toolweave.run.status": status };
      duration.record((endedAtMs - startedAtMs) / 1000, attributes);
      if (firstTokenAtMs === undefined || lastTokenAtMs === undefined) return;
      firstToken.record((firstTokenAtMs - startedAtMs) / 1000, attributes);
      const writingMs = lastTokenAtMs - firstTokenAtMs;
      if (tokens > 1 && writingMs > 0) speed.record(((tokens - 1) * 1000) / writingMs, attributes);
    },
    readersChanged: (by) => readers.add(by),
    readerDropped: () => dropped.add(1),
  };
}
