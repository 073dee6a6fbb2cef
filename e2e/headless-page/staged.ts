import { AIMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { ToolweaveConfig } from "@/lib/server";

/** A graph whose first node is a graph, and which writes to its stream what is about no call. */
export const staged: ToolweaveConfig["agents"][string] = {
  title: "Staged",
  graph: ({ checkpointer }) => {
    const planner = new StateGraph(MessagesAnnotation)
      .addNode("think", () => ({ messages: [new AIMessage("First the warp, then the weft.")] }))
      .addEdge(START, "think")
      .compile();
    return new StateGraph(MessagesAnnotation)
      .addNode("planner", planner)
      .addNode("write", (_state, config: LangGraphRunnableConfig) => {
        config.writer?.({ type: "note", text: "Reading the catalogue of looms" });
        config.writer?.({ type: "rows_read", rows: 40 });
        return { messages: [new AIMessage("Two looms fit.")] };
      })
      .addEdge(START, "planner")
      .addEdge("planner", "write")
      .compile({ checkpointer });
  },
};
