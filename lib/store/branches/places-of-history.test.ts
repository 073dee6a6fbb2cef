import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { expect, it } from "vitest";
import { type ThreadState, threadStateSchema } from "@/lib/protocol";
import { stringifyState } from "@/lib/server/test-support";
import { placeOfTurn } from "./message-place";
import { placesOfHistory } from "./places-of-history";

/** A graph of two steps a turn behind a saver that keeps every checkpoint, as other servers do. */
function createThread() {
  let turn = 0;
  const answer = (part: string) => () => {
    turn += part === "a" ? 1 : 0;
    return { messages: [{ type: "ai", id: `${part}${turn}`, content: `${part}${turn}` }] };
  };
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("first", answer("a"))
    .addNode("second", answer("b"))
    .addEdge("__start__", "first")
    .addEdge("first", "second")
    .compile({ checkpointer: new MemorySaver() });
  const at = (checkpointId?: string) => ({
    configurable: { thread_id: "t", ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId }) },
  });
  return {
    ask: (id: string, from?: string) => graph.invoke({ messages: [{ type: "human", id, content: id }] }, at(from)),
    again: (from: string | undefined) => graph.invoke(null, at(from)),
    history: async () => {
      const states: ThreadState[] = [];
      for await (const state of graph.getStateHistory(at())) {
        states.push(threadStateSchema.parse(JSON.parse(stringifyState(state))));
      }
      return states;
    },
  };
}

const idsOf = (places: ReturnType<typeof placesOfHistory>) => places.map(({ messageId }) => messageId);

it("finds the versions of questions and answers in a history that keeps every step", async () => {
  const thread = createThread();
  await thread.ask("one");
  await thread.ask("two");
  const before = placesOfHistory(await thread.history());
  expect(idsOf(before)).toEqual(["one", "a1", "b1", "two", "a2", "b2"]);
  expect(before.map(({ siblings }) => siblings.length)).toEqual([1, 1, 1, 1, 1, 1]);

  await thread.ask("deux", before[3]?.parentId);
  const edited = placesOfHistory(await thread.history());
  expect(idsOf(edited)).toEqual(["one", "a1", "b1", "deux", "a3", "b3"]);
  expect(edited.map(({ siblings }) => siblings.length)).toEqual([1, 1, 1, 2, 1, 1]);

  const last = placeOfTurn(edited, 5);
  expect(last?.messageId).toBe("a3");
  await thread.again(last?.parentId);
  const again = placesOfHistory(await thread.history());
  expect(idsOf(again)).toEqual(["one", "a1", "b1", "deux", "a4", "b4"]);
  expect(placeOfTurn(again, 5)?.siblings).toHaveLength(2);
  expect(placeOfTurn(again, 3)?.siblings).toHaveLength(2);

  const states = await thread.history();
  const former = placesOfHistory(states, placeOfTurn(again, 5)?.siblings[0]?.headId);
  expect(idsOf(former)).toEqual(["one", "a1", "b1", "deux", "a3", "b3"]);
  const first = placesOfHistory(states, again[3]?.siblings[0]?.headId);
  expect(idsOf(first)).toEqual(["one", "a1", "b1", "two", "a2", "b2"]);
});

it("says of messages older than the history that nothing is known, and never throws", async () => {
  const thread = createThread();
  await thread.ask("one");
  await thread.ask("two");
  const cut = (await thread.history()).slice(0, 2);
  const places = placesOfHistory(cut);
  expect(idsOf(places)).toEqual(["one", "a1", "b1", "two", "a2", "b2"]);
  expect(places[0]).toMatchObject({ parentId: undefined, siblings: [] });
  expect(placesOfHistory([])).toEqual([]);
  expect(placesOfHistory(cut, "nobody")).toEqual([]);
  expect(placesOfHistory([{ next: [] }, { next: [], values: { messages: [null, 5] } }])).toEqual([]);
});
