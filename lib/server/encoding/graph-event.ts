import type { BaseMessage } from "@langchain/core/messages";
import type { StreamMode } from "@/lib/protocol";
import { createMessageEncoder } from "./message-delta";
import { stringifyWire } from "./stringify-wire";

/** LangGraph's own names of the modes that a run may ask for. */
export type GraphStreamMode =
  | "values"
  | "updates"
  | "messages"
  | "custom"
  | "tools"
  | "tasks"
  | "debug"
  | "checkpoints";

/** What one step of `graph.stream` yields when several modes are asked for with subgraphs: where, what, data. */
export type GraphChunk = readonly [namespace: readonly string[], mode: GraphStreamMode, payload: unknown];

/** The pair that LangGraph's mode `messages` yields. */
export type MessagePair = readonly [message: BaseMessage, metadata: Readonly<Record<string, unknown>>];

/** Wire name to LangGraph's name, for the modes served here; the others are refused before a run starts. */
const GRAPH_MODES: Partial<Record<StreamMode, GraphStreamMode>> = {
  values: "values",
  updates: "updates",
  "messages-tuple": "messages",
  custom: "custom",
  tools: "tools",
  tasks: "tasks",
  debug: "debug",
  checkpoints: "checkpoints",
};

/** LangGraph's name of a mode, or `undefined` where it is not served. */
export function toGraphMode(mode: StreamMode): GraphStreamMode | undefined {
  return GRAPH_MODES[mode];
}

/** Makes the events of one run: names with `|namespace`, data as JSON text on one line. */
export function createGraphEncoder(): (chunk: GraphChunk) => { event: string; data: string } {
  const encodeMessage = createMessageEncoder();
  return ([namespace, mode, payload]) => {
    const event = namespace.length === 0 ? mode : `${mode}|${namespace.join("|")}`;
    if (mode !== "messages") return { event, data: stringifyWire(payload) };
    const [message, metadata] = payload as MessagePair; // what LangGraph yields in this mode
    return { event, data: encodeMessage(message, metadata) };
  };
}
