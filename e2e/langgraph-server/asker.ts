import { interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

/** A graph that pauses to ask, and ends with what it was told. */
export const asker = new StateGraph(MessagesAnnotation)
  .addNode("ask", () => {
    const answer: unknown = interrupt({ question: "Which one?" });
    return { messages: [{ type: "ai", content: `You chose ${String(answer)}.` }] };
  })
  .addEdge(START, "ask")
  .compile();
