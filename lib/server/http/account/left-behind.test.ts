import { type BaseStore, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import type { GraphParts } from "../../config";
import { wordsIn } from "../../test-support/data-files";
import { createFixture } from "../../test-support/fixture";

const SAID = { messages: [{ type: "human", content: "zebra in the question" }] };

/** A graph that goes on when it is told to stop, and keeps something when it is let go on. */
function createDeafGraph() {
  const [begun, open, done] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate];
  const outcomes: unknown[] = [];
  const graph = ({ checkpointer, store }: GraphParts) =>
    new StateGraph(MessagesAnnotation)
      .addNode("keep", async (_, config) => {
        begun.resolve();
        await open.promise;
        const keep = (kept: BaseStore | undefined) =>
          kept?.put(["facts"], "k", { fact: "zebra in an item" }).then(
            () => outcomes.push("kept"),
            (error: { code: string }) => outcomes.push(error.code),
          );
        void keep(config.store); // LangGraph's own wrapper answers no more when the run is over
        await keep(store);
        setImmediate(() => setImmediate(() => setTimeout(done.resolve, 50))); // it still has its checkpoint to write
        return { messages: [{ type: "ai", content: "zebra in the answer" }] };
      })
      .addEdge(START, "keep")
      .compile({ checkpointer, store });
  return { graph, begun: begun.promise, open: open.resolve, done: done.promise, outcomes };
}

type Gate = PromiseWithResolvers<void>;

test("a graph that goes on after all of its user was deleted keeps nothing any more, also where the thread's id is used again", async () => {
  const deaf = createDeafGraph();
  const { client, dataDir } = await createFixture(() => [], {
    agents: { agent: { title: "Deaf", graph: deaf.graph } },
  });
  const threadId = await client.newThread();
  await client.call("POST", `/threads/${threadId}/runs`, { assistant_id: "agent", input: SAID });
  await deaf.begun;
  expect((await client.call("DELETE", "/users/me")).status).toBe(204);
  expect((await client.call("POST", "/threads", { thread_id: threadId })).status).toBe(200);
  deaf.open();
  await deaf.done;
  expect(deaf.outcomes).toEqual(["conflict"]);
  expect((await client.call("POST", "/store/items/search", {})).body).toEqual({ items: [] });
  expect((await client.call("GET", `/threads/${threadId}/state`)).body.values).toEqual({});
  expect(await wordsIn(dataDir, ["zebra"])).toEqual([]);
});
