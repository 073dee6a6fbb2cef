import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { context, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { ErrorData } from "@/lib/protocol";
import { createMetrics, type ServerMetrics } from "./run-metrics";
import { createSpanHandler } from "./span-handler";

/** What is observed of one run, from its start to its end. */
export type RunTelemetry = {
  /** For the graph's callbacks; `undefined` when nobody collects spans, so that they cost nothing then. */
  readonly handler: BaseCallbackHandler | undefined;
  /** A model wrote a piece. Cheap: two stores. */
  tokenWritten(): void;
  /** The run has settled. */
  ended(status: string, error: ErrorData | undefined): void;
};

/** Everything that a server tells its operators. */
export type Telemetry = {
  readonly logger: Logger;
  readonly metrics: ServerMetrics;
  runStarted(run: { threadId: string; runId: string; agent: string }): RunTelemetry;
};

export type TelemetryOptions = {
  readonly logger: Logger;
  /** Puts what models and tools say into span attributes. Default false: nothing of a conversation leaves the server. */
  readonly hasContent?: boolean;
};

/** Logs, metrics and spans of runs; a no-op as far as the process has set up no OpenTelemetry. */
export function createTelemetry({ logger, hasContent = false }: TelemetryOptions): Telemetry {
  const metrics = createMetrics();
  return {
    logger,
    metrics,
    runStarted({ threadId, runId, agent }) {
      const log = logger.child({ thread_id: threadId, run_id: runId });
      const span = startSpan(threadId, runId, agent);
      const startedAtMs = performance.now();
      let firstTokenAtMs: number | undefined;
      let lastTokenAtMs: number | undefined;
      let tokens = 0;
      log.info({ agent }, "run started");
      return {
        handler: span.isRecording() ? createSpanHandler(span, hasContent) : undefined,
        tokenWritten() {
          lastTokenAtMs = performance.now();
          firstTokenAtMs ??= lastTokenAtMs;
          tokens += 1;
        },
        ended(status, error) {
          const endedAtMs = performance.now();
          metrics.runEnded({ agent, status, startedAtMs, endedAtMs, firstTokenAtMs, lastTokenAtMs, tokens });
          span.setAttribute("toolweave.run.status", status);
          if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error.code ?? error.error });
          span.end();
          const line = { status, duration_ms: Math.round(endedAtMs - startedAtMs), error_code: error?.code };
          log.info(line, "run ended");
        },
      };
    },
  };
}

function startSpan(threadId: string, runId: string, agent: string): Span {
  const attributes = { "toolweave.thread.id": threadId, "toolweave.run.id": runId, "toolweave.agent": agent };
  return trace.getTracer("toolweave").startSpan("toolweave.run", { attributes }, context.active());
}
