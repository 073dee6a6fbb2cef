import { interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { Client } from "@langchain/langgraph-sdk";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { AgentGraph, GraphParts, ToolweaveConfig } from "../config";
import type { HandlerOptions } from "../create-handlers";
import { KEYS } from "./client";
import { createFixture, type Fixture, TOOLS } from "./fixture";
import type { Script } from "./scripted-model";
import { serve } from "./serve";

/** A running server, and LangGraph's own client of it over a real connection. */
export type SdkFixture = Fixture & { readonly sdk: Client; readonly url: string };

/** Serves agents on loopback until the test ends. The client never tries again, so that a refusal is seen at once. */
export async function createSdkFixture(script: Script, options: HandlerOptions = {}): Promise<SdkFixture> {
  const fixture = await createFixture(script, { agents: AGENTS, ...options });
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const url = `${server.url}/api`;
  return { ...fixture, url, sdk: createSdk(url) };
}

export function createSdk(apiUrl: string): Client {
  return new Client({ apiUrl, apiKey: KEYS.tester, callerOptions: { maxRetries: 0 } });
}

/** What a rejected call of the client was answered with. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; code: string; field?: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason as { status: number; text: string }, // the client's HTTPError
  );
  if (!error) throw new Error("the call was not refused");
  const { code, field } = JSON.parse(error.text) as { code: string; field?: string };
  return { status: error.status, code, ...(field === undefined ? {} : { field }) };
}

/** Reads a stream of the client to its end. */
export async function collect<Event>(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

export const hello = (content = "hello") => ({ messages: [{ type: "human" as const, content }] });

/** Asks a question inside a subgraph, then says what was answered. */
const nested = ({ checkpointer }: GraphParts): AgentGraph => {
  const inner = new StateGraph(MessagesAnnotation)
    .addNode("ask", async (_, config) => {
      config.writer?.({ progress: "asking" });
      const answer: unknown = interrupt({ question: "Which one?" });
      return { messages: [{ type: "ai", content: `You said ${String(answer)}.` }] };
    })
    .addNode("note", () => ({}))
    .addEdge(START, "ask")
    .addEdge("ask", "note")
    .compile();
  return new StateGraph(MessagesAnnotation)
    .addNode("sub", inner)
    .addNode("after", async () => ({ messages: [{ type: "ai", content: "Done." }] }))
    .addEdge(START, "sub")
    .addEdge("sub", "after")
    .compile({ checkpointer });
};

const typedState = z.object({ topic: z.string(), count: z.number().optional() });

/** A state that is declared with zod; keeps what it saw in the store. */
const typed = ({ checkpointer, store }: GraphParts): AgentGraph =>
  new StateGraph(typedState)
    .addNode("look", async ({ topic, count }, config) => {
      await config.store?.put(["topics"], topic, { count: count ?? 0 });
      return { count: (count ?? 0) + 1 };
    })
    .addEdge(START, "look")
    .compile({ checkpointer, store });

/** Says what it was configured with. */
const mirror = ({ checkpointer }: GraphParts): AgentGraph =>
  new StateGraph(MessagesAnnotation)
    .addNode("say", (_, config) => {
      const { tone } = config.configurable ?? {};
      const content = JSON.stringify({ tone, context: config.context });
      return { messages: [{ type: "ai", content }] };
    })
    .addEdge(START, "say")
    .compile({ checkpointer });

export const AGENTS: ToolweaveConfig["agents"] = {
  agent: { title: "Assistant", prompt: "Be brief.", tools: TOOLS },
  bare: { title: "Bare model" },
  nested: { title: "Nested", graph: nested },
  mirror: { title: "Mirror", graph: mirror },
  typed: { title: "Typed", graph: typed },
};
