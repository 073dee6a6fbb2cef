import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { agent } from "./agent";

/** A graph whose one node is another agent: its messages travel under a namespace. */
export const nested = new StateGraph(MessagesAnnotation)
  .addNode("helper", agent.graph)
  .addEdge(START, "helper")
  .compile();
