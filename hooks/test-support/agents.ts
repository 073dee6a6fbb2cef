import { AIMessage, type StandardMessageStructure as MessageStructure } from "@langchain/core/messages";
import type { ToolRuntime } from "@langchain/core/tools";
import {
  Annotation,
  interrupt,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import type { ToolweaveConfig } from "@/lib/server";
import { type Script, ScriptedModel } from "@/lib/server/test-support";

type Agents = ToolweaveConfig["agents"];

/** A graph whose node writes a topic and a count beside its messages, and two kinds of custom events. */
export function writingAgent(release: Promise<void>): Agents {
  const State = Annotation.Root({ ...MessagesAnnotation.spec, topic: Annotation<string>, count: Annotation<number> });
  return {
    agent: {
      title: "Writer",
      graph: ({ model, checkpointer }) =>
        new StateGraph(State)
          .addNode("plan", (_state, config: LangGraphRunnableConfig) => {
            config.writer?.({ type: "note", text: "planned" });
            config.writer?.({ extension: "sources", item: { url: "a" } });
            config.writer?.({ extension: "sources", item: { url: "b" } });
            config.writer?.("bare");
            return { topic: "looms", count: 1 };
          })
          .addNode("write", async (state) => {
            const answer = await model.invoke(state.messages);
            await release;
            return { messages: [answer], count: 2 };
          })
          .addEdge("__start__", "plan")
          .addEdge("plan", "write")
          .compile({ checkpointer }),
    },
  };
}

/** An agent with a tool that is itself an agent, and the nested agent's own script. */
export function delegatingAgent(inner: Script): Agents {
  const researcher = createAgent({ model: new ScriptedModel(inner), tools: [measure], name: "researcher" });
  const research = tool(
    async ({ question }, config) => {
      const result = await researcher.invoke({ messages: [{ role: "user", content: question }] }, config);
      return result.messages.at(-1)?.text ?? "";
    },
    { name: "research", description: "Researches.", schema: z.object({ question: z.string() }) },
  );
  return { agent: { title: "Lead", prompt: "Delegate.", tools: [research] } };
}

const measure = tool(({ what }) => `${what}: 3 m`, {
  name: "measure",
  description: "Measures.",
  schema: z.object({ what: z.string() }),
});

/** A graph whose only node is another graph. */
export function nestedGraphAgent(): Agents {
  return {
    agent: {
      title: "Nested",
      graph: ({ model, checkpointer }) => {
        const child = new StateGraph(MessagesAnnotation)
          .addNode("think", async (state) => ({ messages: [await model.invoke(state.messages)] }))
          .addEdge("__start__", "think")
          .compile();
        return new StateGraph(MessagesAnnotation)
          .addNode("child", child)
          .addEdge("__start__", "child")
          .compile({ checkpointer });
      },
    },
  };
}

/** An agent whose every answer costs 10 tokens in, of which 4 from a cache, and 5 out. */
export function countingAgent(): Agents {
  const counted = () =>
    new AIMessage<MessageStructure>({
      content: "counted",
      usage_metadata: {
        input_tokens: 10,
        output_tokens: 5,
        total_tokens: 15,
        input_token_details: { cache_read: 4 },
      },
    });
  return {
    agent: {
      title: "Counter",
      graph: ({ checkpointer }) =>
        new StateGraph(MessagesAnnotation)
          .addNode("first", () => ({ messages: [counted()] }))
          .addNode("second", () => ({ messages: [counted()] }))
          .addEdge("__start__", "first")
          .addEdge("first", "second")
          .compile({ checkpointer }),
    },
  };
}

/** A graph that asks two questions at once, one of them a review, and says what it was answered. */
export function askingAgent(): Agents {
  const ask = (question: unknown) => () => {
    const answer = interrupt(question);
    return { messages: [new AIMessage(JSON.stringify(answer))] };
  };
  return {
    agent: {
      title: "Asker",
      graph: ({ checkpointer }) =>
        new StateGraph(MessagesAnnotation)
          .addNode("where", ask("Which city?"))
          .addNode("review", ask({ action: "send", to: "Ines" }))
          .addEdge("__start__", "where")
          .addEdge("__start__", "review")
          .compile({ checkpointer }),
    },
  };
}

/** An agent with a tool that writes to the stream and yields pieces, and one that throws; each waits for `release` before its end. */
export function workingAgent(release: Promise<void>): Agents {
  const count = tool(
    async function* ({ to }: { to: number }, runtime: ToolRuntime) {
      runtime.writer?.({
        type: "tool_progress",
        tool_call_id: runtime.toolCallId,
        progress: 0.5,
        message: "half",
      });
      runtime.writer?.({ type: "row", tool_call_id: runtime.toolCallId, row: 0 });
      for (let number = 1; number <= to; number += 1) yield { counted: number };
      await release;
      return `counted to ${to}`;
    },
    { name: "count", description: "Counts.", schema: z.object({ to: z.number() }) },
  );
  const breaks = tool(
    (): string => {
      throw new Error("the loom broke");
    },
    { name: "breaks", description: "Fails.", schema: z.object({}) },
  );
  return { agent: { title: "Worker", prompt: "Work.", tools: [count, breaks] } };
}
