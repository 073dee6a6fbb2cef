import { emptyCheckpoint } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { createFixture } from "../../test-support/fixture";
import { callPieces } from "../../test-support/scripted-model";
import { STORAGES } from "../../test-support/storages";
import { readPendingInterrupts } from "../pending-interrupts";

describe.each(STORAGES)("what a thread waits for, %s", (_, open) => {
  test("is what its last checkpoint says: two calls, then the one that has no answer, then nothing", async () => {
    const storage = await open();
    const { client } = await createFixture(
      (history) =>
        history.at(-1)?.text === "where"
          ? [...callPieces(0, "one", "get_location", {}), ...callPieces(1, "two", "get_location", {})]
          : ["there"],
      { storage },
    );
    const threadId = await client.newThread();
    const waiting = async () => {
      const pending = await storage.pendingInterrupts(threadId);
      expect(pending).toEqual(await readPendingInterrupts(storage.saver, threadId));
      return Object.values(pending).flat();
    };
    expect(await waiting()).toEqual([]);
    await client.run(threadId, { input: { messages: [{ type: "human", content: "where" }] } });
    const [first, second, ...others] = await waiting();
    expect([first?.value, second?.value, others]).toMatchObject([
      { toolCall: { id: "one" } },
      { toolCall: { id: "two" } },
      [],
    ]);
    const answer = { latitude: 1, longitude: 2, accuracy_m: 3 };
    await client.run(threadId, { command: { resume: { [second?.id ?? ""]: answer } } });
    expect(await waiting()).toEqual([first]);
    await client.run(threadId, { command: { resume: { [first?.id ?? ""]: answer } } });
    expect(await waiting()).toEqual([]);
    expect(await storage.pendingInterrupts("never")).toEqual({});
  });

  test("is neither what an older checkpoint waited for, nor what a subgraph does", async () => {
    const { saver, pendingInterrupts } = await open();
    const put = async (step: number, namespace: string, value: string) => {
      const checkpoint = { ...emptyCheckpoint(), id: `1ef00000-0000-6000-8000-00000000000${step}` };
      const place = { configurable: { thread_id: "t", checkpoint_ns: namespace } };
      const config = await saver.put(place, checkpoint, { source: "loop", step, parents: {} }, {});
      await saver.putWrites(config, [["__interrupt__", [{ id: value, value }]]], `task-${value}`);
      return config;
    };
    await put(1, "", "older");
    const last = await put(2, "", "newer");
    await put(3, "sub:1", "inside");
    await saver.putWrites(last, [["__interrupt__", [{ id: "done", value: 1 }]]], "finished");
    await saver.putWrites(last, [["messages", "x"]], "finished");
    expect(await pendingInterrupts("t")).toEqual({ "task-newer": [{ id: "newer", value: "newer" }] });
    expect(await pendingInterrupts("t")).toEqual(await readPendingInterrupts(saver, "t"));
  });
});
