import type { Pregel } from "@langchain/langgraph";
import {
  getConfigTypeSchema,
  getInputTypeSchema,
  getOutputTypeSchema,
  getStateTypeSchema,
} from "@langchain/langgraph/zod/schema";
import type { GraphSchemas } from "@/lib/protocol";

// biome-ignore lint/suspicious/noExplicitAny: a graph is generic over parameters that nobody can name here
type AnyGraph = Pregel<any, any, any, any>;
type JsonSchema = Record<string, unknown>;

/**
 * JSON schemas of what a graph takes, gives and keeps. A graph that declares its state with zod is described exactly;
 * of any other the names of its channels are known, and nothing about their values.
 */
export function describeGraph(graph: AnyGraph): Omit<GraphSchemas, "graph_id"> {
  return {
    input_schema: read(getInputTypeSchema, graph) ?? fromChannels(graph, graph.inputChannels),
    output_schema: read(getOutputTypeSchema, graph) ?? fromChannels(graph, graph.outputChannels),
    state_schema: read(getStateTypeSchema, graph) ?? fromChannels(graph, Object.keys(graph.channels)),
    config_schema: read(getConfigTypeSchema, graph) ?? null,
    context_schema: null,
  };
}

/** A zod type that JSON schema cannot express makes LangGraph throw; the channels are described instead. */
function read(schemaOf: (graph: unknown) => unknown, graph: AnyGraph): JsonSchema | undefined {
  try {
    const schema = schemaOf(graph);
    return typeof schema === "object" && schema !== null ? (schema as JsonSchema) : undefined; // LangGraph types it loosely
  } catch {
    return undefined;
  }
}

function fromChannels(graph: AnyGraph, channels: unknown): JsonSchema {
  const named = (Array.isArray(channels) ? channels : [channels]).map(String);
  // "__start__" as the only input means the whole state
  const names = named.every(isInternal) ? Object.keys(graph.channels) : named;
  const properties = Object.fromEntries(names.filter((name) => !isInternal(name)).map((name) => [name, {}]));
  return { type: "object", properties };
}

/** LangGraph's own channels: `__start__`, `branch:to:model` and the like. */
function isInternal(channel: string): boolean {
  return channel.startsWith("__") || channel.includes(":");
}
