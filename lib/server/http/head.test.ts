import { readdirSync, readlinkSync } from "node:fs";
import { metrics } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFixture } from "../test-support/fixture";

const RUN = { assistant_id: "agent", input: { messages: [{ type: "human", content: "hello" }] } };

/** How many readers the event logs of this test have. */
function countReaders(): () => Promise<unknown> {
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  onTestFinished(() => metrics.disable());
  return async () => {
    await reader.forceFlush();
    const measured =
      points
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return measured.find(({ descriptor }) => descriptor.name === "toolweave.readers")?.dataPoints[0]?.value ?? 0;
  };
}

test("HEAD on a run's stream follows nothing, and does not stop the run when it leaves", async () => {
  const readers = countReaders();
  const { client } = await createFixture(() => [{ pauseMs: 60_000 }]);
  const { body: run } = await client.call("POST", `/threads/${await client.newThread()}/runs`, RUN);
  const place = `/threads/${run.thread_id}/runs/${run.run_id}`;
  for (const path of [place, `/runs/${run.run_id}`]) {
    for (const end of ["stream", "join"]) {
      const { status, headers, body } = await client.send("HEAD", `${path}/${end}?cancel_on_disconnect=1`);
      expect([path, end, status, headers.get("content-location"), body]).toEqual([path, end, 200, path, null]);
    }
  }
  expect(await readers()).toBe(0);
  const followed = await client.send("GET", `${place}/stream`);
  expect(await readers()).toBe(1);
  await followed.body?.cancel();
  expect(await readers()).toBe(0);
  expect((await client.call("GET", place)).body.status).toBe("running");
});

/** Files below a folder that this process has open. Only Linux tells. */
function openFiles(folder: string): string[] {
  const paths = readdirSync("/proc/self/fd").map((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      return ""; // the listing's own, closed by now
    }
  });
  return paths.filter((path) => path.startsWith(`${folder}/attachments`));
}

test.skipIf(process.platform !== "linux")("HEAD on the archive of one's data leaves no file open", async () => {
  const { client, dataDir } = await createFixture(() => ["hi"]);
  const name = { "content-disposition": 'attachment; filename="long.txt"' };
  expect((await client.send("POST", "/attachments", "long ".repeat(1_000_000), name)).status).toBe(201);
  const { status, headers, body } = await client.send("HEAD", "/users/me/export");
  expect([status, headers.get("content-type"), body]).toEqual([200, "application/zip", null]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(openFiles(dataDir)).toEqual([]);

  const read = await client.send("GET", "/users/me/export");
  await vi.waitFor(() => expect(openFiles(dataDir)).toHaveLength(1));
  await read.body?.cancel();
  await vi.waitFor(() => expect(openFiles(dataDir)).toEqual([]));

  const left = await client.send("GET", "/users/me/export");
  await left.body?.cancel(); // before anything was read
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(openFiles(dataDir)).toEqual([]);
});
