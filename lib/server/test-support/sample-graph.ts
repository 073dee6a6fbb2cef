import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  interrupt,
  messagesStateReducer,
  START,
  StateGraph,
} from "@langchain/langgraph";

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  notes: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

export type SampleGraph = ReturnType<typeof createSampleGraph>;

/** Answers, replaces its first message, removes one, and asks a question: everything a list can go through. */
export function createSampleGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(State)
    .addNode("answer", ({ messages }) => ({
      messages: [new AIMessage({ id: `a${messages.length}`, content: `answer ${messages.length}` })],
      notes: [`note ${messages.length}`],
    }))
    .addNode("edit", ({ messages }) => ({
      messages: [new HumanMessage({ id: messages[0]?.id ?? "", content: `edited ${messages.length}` })],
    }))
    .addNode("remove", ({ messages }) =>
      messages.length > 4 ? { messages: [new RemoveMessage({ id: messages[1]?.id ?? "" })] } : {},
    )
    .addNode("ask", () => ({ notes: [String(interrupt("sure?"))] }))
    .addEdge(START, "answer")
    .addEdge("answer", "edit")
    .addEdge("edit", "remove")
    .addEdge("remove", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer });
}

export const at = (threadId: string) => ({ configurable: { thread_id: threadId } });

export const say = (id: string) => ({ messages: [new HumanMessage({ id, content: `question ${id}` })] });

/** Three turns, each paused at the question and answered by hand. */
export async function drive(graph: SampleGraph, threadId: string): Promise<void> {
  for (const id of ["one", "two", "three"]) {
    await graph.invoke(say(id), at(threadId));
    await graph.updateState(at(threadId), { notes: [`by hand ${id}`] }, "ask");
  }
}

/** Every state of a thread, newest first, without what differs from run to run. */
export async function historyOf(graph: SampleGraph, threadId: string): Promise<unknown[]> {
  const states: unknown[] = [];
  for await (const state of graph.getStateHistory(at(threadId))) {
    states.push({
      values: state.values,
      next: state.next,
      step: state.metadata?.step,
      source: state.metadata?.source,
      interrupts: state.tasks.flatMap((task) => task.interrupts.map(({ value }) => value)),
    });
  }
  return states;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
