import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { defineHeadlessTool, type HeadlessContext } from "./contract";
import { argumentFaults, reasonFor, runTool } from "./run-tool";

const contract = defineHeadlessTool({
  name: "measure",
  title: "Measure",
  description: "Measures.",
  reason: "To test.",
  input: z.object({ length: z.number().min(0), unit: z.string().default("m") }),
  output: z.object({ text: z.string() }),
  policy: { timeoutMs: 1000 },
});

function run(execute: Parameters<typeof contract.implement>[0], args: unknown, abort = new AbortController()) {
  const timers: (() => void)[] = [];
  const context: HeadlessContext = { signal: abort.signal, callId: "k1", threadId: "t1", reportProgress: () => {} };
  const clock = {
    now: () => 0,
    setTimer: (callback: () => void) => {
      timers.push(callback);
      return () => {
        timers.splice(timers.indexOf(callback), 1);
      };
    },
  };
  const outcome = runTool(contract.implement(execute), args, context, (reason) => abort.abort(reason), clock);
  return { outcome, timers, abort };
}

describe("runTool", () => {
  it("gives the tool its validated arguments, and the graph the validated output", async () => {
    const execute = vi.fn(async ({ length, unit }: { length: number; unit: string }) => ({
      text: `${length} ${unit}`,
      secret: 1,
    }));
    const { outcome, timers } = run(execute, { length: 3 });
    await expect(outcome).resolves.toEqual({ type: "success", value: { text: "3 m" } });
    expect(execute).toHaveBeenCalledOnce();
    expect(timers).toEqual([]);
  });

  it("never runs with arguments that do not fit, and says which", async () => {
    const execute = vi.fn(() => ({ text: "" }));
    await expect(run(execute, { length: -1 }).outcome).resolves.toMatchObject({
      type: "failure",
      code: "tool_input_invalid",
      message: expect.stringContaining("length"),
    });
    await expect(run(execute, '{"length":1}').outcome).resolves.toMatchObject({ code: "tool_input_invalid" });
    expect(execute).not.toHaveBeenCalled();
  });

  it("begins in the same tick, so that a click still counts", () => {
    const execute = vi.fn(() => ({ text: "" }));
    run(execute, { length: 1 });
    expect(execute).toHaveBeenCalledOnce();
  });

  it.each([
    ["throws", () => Promise.reject(new Error("denied")), "tool_failed", "denied"],
    [
      "throws at once",
      () => {
        throw new Error("denied");
      },
      "tool_failed",
      "denied",
    ],
    ["throws a string", () => Promise.reject("denied"), "tool_failed", "denied"],
    [
      "is not available here",
      () => Promise.reject(new ToolweaveError("tool_unavailable", "No clipboard.")),
      "tool_unavailable",
      "No clipboard.",
    ],
    ["gives something else", () => Promise.resolve({ text: 5 } as never), "tool_output_invalid", "text"],
  ])("a tool that %s fails in its own words", async (_name, execute, code, words) => {
    await expect(run(execute, { length: 1 }).outcome).resolves.toMatchObject({
      type: "failure",
      code,
      message: expect.stringContaining(words),
    });
  });

  it("ends at the contract's time, aborts the tool, and does not hear it afterwards", async () => {
    const late = Promise.withResolvers<{ text: string }>();
    const { outcome, timers, abort } = run(() => late.promise, { length: 1 });
    timers[0]?.();
    await expect(outcome).resolves.toMatchObject({
      code: "tool_timed_out",
      message: expect.stringContaining("1 seconds"),
    });
    expect(abort.signal.aborted).toBe(true);
    late.reject(new Error("too late")); // an unhandled rejection would fail the test run
  });

  it("ends as cancelled when it is aborted", async () => {
    const { outcome, abort } = run(() => new Promise<never>(() => {}), { length: 1 });
    abort.abort();
    await expect(outcome).resolves.toMatchObject({ type: "failure", code: "tool_cancelled" });
  });
});

it("a schema that changes what it reads: the tool gets the reading, the server what it can read itself", async () => {
  const seen: unknown[] = [];
  const tool = defineHeadlessTool({
    name: "change",
    title: "Change",
    description: "Changes.",
    reason: "It changes.",
    input: z.object({ at: z.string().transform(Number), depth: z.number().default(1) }),
    output: z.object({ found: z.string().transform(Number) }),
  }).implement((args) => {
    seen.push(args);
    return { found: "7" };
  });
  const { signal } = new AbortController();
  const context: HeadlessContext = { signal, callId: "k1", threadId: "t1", reportProgress: () => {} };
  const clock = { now: () => 0, setTimer: () => () => {} };
  const outcome = await runTool(tool, { at: "5" }, context, () => {}, clock);
  expect(seen).toEqual([{ at: 5, depth: 1 }]);
  expect(outcome).toEqual({ type: "success", value: { found: "7" } });
});

describe("a contract whose own code throws", () => {
  const shared = { name: "odd", title: "Odd", description: "Odd.", reason: "Because." };
  const context: HeadlessContext = {
    signal: new AbortController().signal,
    callId: "k1",
    threadId: "t1",
    reportProgress: () => {},
  };
  const clock = { now: () => 0, setTimer: () => () => {} };
  const boom = () => {
    throw new Error("boom");
  };

  it.each([
    ["output that throws", z.string().transform(boom), "boom"],
    ["output that must be waited for", z.string().refine(async () => true), "Promise"],
  ])("is a failure, not a call without an end: %s", async (_name, output, words) => {
    const tool = defineHeadlessTool({ ...shared, input: z.object({}), output }).implement(() => "text");
    await expect(runTool(tool, {}, context, () => {}, clock)).resolves.toMatchObject({
      code: "tool_output_invalid",
      message: expect.stringContaining(words),
    });
  });

  it("in its input refuses the arguments, and in its preview leaves the general reason", async () => {
    const input = z.object({ at: z.string().transform(boom) });
    const tool = defineHeadlessTool({ ...shared, input }).implement(() => 1);
    await expect(runTool(tool, { at: "x" }, context, () => {}, clock)).resolves.toMatchObject({
      code: "tool_input_invalid",
    });
    expect(argumentFaults(tool, { at: "x" })).toEqual([{ path: [], message: "boom" }]);
    const spoken = defineHeadlessTool({ ...shared, input: z.object({}), preview: boom }).implement(() => 1);
    expect(reasonFor(spoken, {})).toBe("Because.");
  });

  it("throwing what says nothing of itself is a failure too", async () => {
    const tool = defineHeadlessTool({ ...shared, input: z.object({}) }).implement(() => {
      throw Object.create(null);
    });
    await expect(runTool(tool, {}, context, () => {}, clock)).resolves.toMatchObject({ code: "tool_failed" });
  });
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 3_000_000_000])(
  "a timeout of %s ms is a programming mistake: a timer cannot wait so long",
  (timeoutMs) => {
    const input = z.object({});
    const define = () =>
      defineHeadlessTool({ name: "x", title: "", description: "", reason: "", input, policy: { timeoutMs } });
    expect(define).toThrow(/timeoutMs/);
  },
);
