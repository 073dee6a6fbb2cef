import { SystemMessage } from "@langchain/core/messages";
import { type BaseStore, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { AgentGraph, GraphParts } from "../config";

/** A bare model as a graph of one node, so that its runs, threads and checkpoints are those of every agent. */
export function createModelGraph(
  { model, checkpointer, store, inlineFiles }: Omit<GraphParts, "store"> & { readonly store: BaseStore | undefined },
  prompt: string | undefined,
): AgentGraph {
  const system = prompt === undefined ? [] : [new SystemMessage(prompt)];
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }, config) => ({
      messages: [await model.invoke([...system, ...(await inlineFiles(messages, model))], config)],
    }))
    .addEdge(START, "model")
    .compile({ checkpointer, ...(store ? { store } : {}) });
}
