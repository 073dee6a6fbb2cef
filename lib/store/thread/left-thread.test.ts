import { expect, it } from "vitest";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { callAct, createActingWorld } from "../test-support/acting-agent";

const MAX_WAIT = { timeout: 8_000 };

/** An agent that calls the tool once for each id, whose first run goes on until `endRun`. A call ends when the test says so. */
function open(callIds: readonly string[]) {
  const gate = Promise.withResolvers<void>();
  const { world, resumes } = createActingWorld(async (run) => {
    callAct(run, callIds);
    await gate.promise; // another part of the graph is still busy
  });
  const ends = new Map<string, (value: unknown) => void>();
  const { tool } = createActTool((_run, callId) => new Promise((resolve) => ends.set(callId, resolve)));
  const tab = world.openTab({ tools: [tool] });
  const begin = async () => {
    await tab.session.submit("go");
    await expect.poll(() => ends.size).toBe(callIds.length);
  };
  const finish = async (id: string) => {
    ends.get(id)?.(`did ${id}`);
    await tab.until(() => tab.calls().find((call) => call.id === id)?.phase === "done");
  };
  return { tab, begin, finish, ends, resumes, endRun: () => gate.resolve() };
}

it("an answer that waits for the run to end is delivered when the person shows another thread meanwhile", async () => {
  const { tab, begin, finish, resumes, endRun } = open(["k1"]);
  await begin();
  await finish("k1");
  const threadId = tab.state().threadId;
  await tab.session.open(undefined);
  endRun();
  await expect.poll(resumes, MAX_WAIT).toEqual([{ "i-k1": "did k1" }]);
  await tab.session.open(threadId);
  await tab.untilStatus("idle");
  expect(tab.calls()).toMatchObject([{ phase: "done", result: { value: "did k1" } }]);
  expect(resumes()).toHaveLength(1);
});

it("is delivered once when the thread is shown again before it has left", async () => {
  const { tab, begin, finish, resumes, endRun } = open(["k1"]);
  await begin();
  await finish("k1");
  const threadId = tab.state().threadId;
  await tab.session.open(undefined);
  await tab.session.open(threadId);
  endRun();
  await tab.untilStatus("idle");
  await new Promise((resolve) => setTimeout(resolve, 2_500)); // the delivery that began away from the thread tries again
  expect(resumes()).toEqual([{ "i-k1": "did k1" }]);
  expect(tab.calls()).toMatchObject([{ phase: "done" }]);
});

it("what still runs then is waited for, and each answer is delivered once", async () => {
  const { tab, begin, finish, ends, resumes, endRun } = open(["k1", "k2"]);
  await begin();
  await finish("k1");
  await tab.session.open(undefined);
  ends.get("k2")?.("did k2");
  endRun();
  const all = async () => Object.assign({}, ...resumes());
  await expect.poll(all, MAX_WAIT).toEqual({ "i-k1": "did k1", "i-k2": "did k2" });
  expect(resumes().flatMap((resume) => Object.keys(resume ?? {}))).toHaveLength(2);
});
