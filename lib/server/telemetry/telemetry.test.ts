import { ToolMessage } from "@langchain/core/messages";
import { metrics, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixture } from "../test-support/fixture";
import { callPieces, type Piece } from "../test-support/scripted-model";
import { createLogger } from "./logger";

const SECRET = "the person's own words";
const ASKED = { messages: [{ type: "human", content: SECRET }] };

const spans = new InMemorySpanExporter();
const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
let reader: PeriodicExportingMetricReader;

beforeEach(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});

afterEach(() => {
  trace.disable();
  metrics.disable();
  spans.reset();
  points.reset();
});

/** Every metric as its name with its values. */
async function measured(): Promise<Map<string, unknown[]>> {
  await reader.forceFlush();
  const all =
    points
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return new Map(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ value }) => value)]));
}

describe("what operators are told of a run", () => {
  const script = (history: unknown[]): Piece[] =>
    ToolMessage.isInstance(history.at(-1))
      ? ["It is ", { pauseMs: 5 }, "three."]
      : callPieces(0, "call-1", "add", { a: 1, b: 2 });

  test("are spans of the run, its nodes, models and tools, without content", async () => {
    const { client } = await createFixture(script);
    const threadId = await client.newThread();
    await client.run(threadId, { input: ASKED });
    const finished = spans.getFinishedSpans();
    const run = finished.find(({ name }) => name === "toolweave.run");
    expect(run?.attributes).toMatchObject({ "toolweave.thread.id": threadId, "toolweave.run.status": "success" });
    const names = finished.map(({ name }) => name);
    expect(names.filter((name) => name === "toolweave.model")).toHaveLength(2);
    expect(names.filter((name) => name === "toolweave.tool")).toHaveLength(1);
    const model = finished.find(({ name }) => name === "toolweave.model");
    expect(model?.events.map(({ name }) => name)).toEqual(["toolweave.model.first_token"]);
    expect(model?.attributes).toMatchObject({ "toolweave.model.tokens": 3, "toolweave.model.input_messages": 2 });
    const node = finished.find((span) => span.spanContext().spanId === model?.parentSpanContext?.spanId);
    expect(node?.attributes["toolweave.node"]).toBe("model_request");
    expect(new Set(finished.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(JSON.stringify(finished.map(({ attributes, events }) => [attributes, events]))).not.toContain(SECRET);
  });

  test("holds the merged message and the tool's input where content was asked for", async () => {
    const { client } = await createFixture(script, {
      env: { ...process.env, TOOLWEAVE_TELEMETRY_CONTENT: "1" },
    });
    await client.run(await client.newThread(), { input: ASKED });
    const finished = spans.getFinishedSpans();
    const outputs = finished.flatMap(({ attributes }) => attributes["toolweave.model.output"] ?? []);
    expect(outputs.join()).toContain("It is three.");
    expect(finished.map(({ attributes }) => attributes["toolweave.tool.input"]).join()).toContain('"a":1');
  });

  test("of a model that fails is what it had written until then", async () => {
    const { client } = await createFixture(() => ["Half an ", "answer", { fail: new Error(SECRET) }]);
    await client.run(await client.newThread(), { input: ASKED });
    const model = spans.getFinishedSpans().find(({ name }) => name === "toolweave.model");
    expect(model?.attributes).toMatchObject({ "toolweave.model.partial_characters": "Half an answer".length });
    expect(model?.status).toMatchObject({ code: 2, message: "Error" });
    const all = spans.getFinishedSpans().map(({ attributes, events, status }) => [attributes, events, status]);
    expect(JSON.stringify(all)).not.toContain(SECRET);
  });

  test("are its duration, the time to its first token, its speed, and its readers", async () => {
    const { client } = await createFixture(script);
    const threadId = await client.newThread();
    await client.run(threadId, { input: ASKED });
    const values = await measured();
    expect(values.get("toolweave.run.duration")).toMatchObject([{ count: 1 }]);
    expect(values.get("toolweave.run.time_to_first_token")).toMatchObject([{ count: 1 }]);
    expect(values.get("toolweave.run.tokens_per_second")).toMatchObject([{ count: 1 }]);
    expect(values.get("toolweave.readers")).toEqual([0]);
    expect(values.has("toolweave.readers.dropped")).toBe(false);
  });

  test("counts a reader that was left behind", async () => {
    const { client } = await createFixture(() => Array.from({ length: 300 }, () => "x".repeat(100)), {
      eventLog: { maxBytes: 20_000 },
    });
    const threadId = await client.newThread();
    const response = await client.startStream(threadId, { input: ASKED });
    const runId = response.headers.get("content-location")?.split("/").at(-1);
    await client.call("GET", `/threads/${threadId}/runs/${runId}/join`);
    expect(await response.text()).toContain("events_gone");
    const values = await measured();
    expect([values.get("toolweave.readers.dropped"), values.get("toolweave.readers")]).toEqual([[1], [0]]);
  });
});

describe("log lines", () => {
  test("name request, thread and run, and never what was said", async () => {
    const lines: string[] = [];
    const logger = createLogger({
      destination: { write: (line) => void lines.push(line) },
      env: { TOOLWEAVE_LOG_LEVEL: "trace" },
    });
    const { client } = await createFixture(() => ["Half", { fail: new Error("boom") }], { logger });
    const threadId = await client.newThread();
    const response = await client.startStream(threadId, { input: ASKED }, { "x-request-id": "request-7" });
    await response.text();
    const runId = response.headers.get("content-location")?.split("/").at(-1);
    const written = lines.map((line) => JSON.parse(line));
    const ids = { request_id: "request-7", thread_id: threadId, run_id: runId };
    expect(written.find(({ msg }) => msg === "run started")).toMatchObject(ids);
    expect(written.find(({ msg }) => msg === "run ended")).toMatchObject({
      ...ids,
      status: "error",
      error_code: "internal",
    });
    expect(lines.join("")).not.toContain(SECRET);
  });

  test("take no request id that could forge a line", async () => {
    const lines: string[] = [];
    const logger = createLogger({
      destination: { write: (line) => void lines.push(line) },
      env: { TOOLWEAVE_LOG_LEVEL: "info" },
    });
    const { client } = await createFixture(() => ["hi"], { logger });
    const response = await client.startStream(await client.newThread(), { input: ASKED }, { "x-request-id": "a b" });
    await response.text();
    const ids = lines.map((line) => JSON.parse(line).request_id);
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
  });
});
