import type { BaseMessage } from "@langchain/core/messages";
import type { StreamMode } from "@/lib/protocol";
import { createMessageEncoder } from "./message-delta";
import { stringifyWire } from "./stringify-wire";
import { createWholeMessageEncoder } from "./whole-messages";

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

/** Appends one event; `data` is JSON text on one line. */
export type Emit = (event: string, data: string) => void;

/** What LangGraph must be asked for so that a mode of the wire can be served; `events` come through callbacks. */
const GRAPH_MODES: Readonly<Record<StreamMode, readonly GraphStreamMode[]>> = {
  values: ["values"],
  updates: ["updates"],
  messages: ["messages", "values"],
  "messages-tuple": ["messages"],
  custom: ["custom"],
  tools: ["tools"],
  tasks: ["tasks"],
  debug: ["debug"],
  checkpoints: ["checkpoints"],
  events: [],
};

/** The modes to ask LangGraph for. What models write must be known in any case: a stop keeps it. */
export function graphModesOf(modes: readonly StreamMode[]): GraphStreamMode[] {
  return [...new Set<GraphStreamMode>(["messages", ...modes.flatMap((mode) => GRAPH_MODES[mode])])];
}

/** Makes the events of one run: names with `|namespace`, data as JSON text on one line. */
export function createGraphEncoder(modes: readonly StreamMode[], emit: Emit): (chunk: GraphChunk) => void {
  const isAsked = new Set(modes);
  const encodeMessage = createMessageEncoder();
  const whole = isAsked.has("messages") ? createWholeMessageEncoder(emit) : undefined;
  const asksForPairs = isAsked.has("messages-tuple");
  const asksForValues = isAsked.has("values");

  return ([namespace, mode, payload]) => {
    const event = namespace.length === 0 ? mode : `${mode}|${namespace.join("|")}`;
    if (mode === "messages") {
      const [message, metadata] = payload as MessagePair; // what LangGraph yields in this mode
      if (asksForPairs) emit(event, encodeMessage(message, metadata));
      whole?.addPiece(message, metadata);
      return;
    }
    if (mode === "values") {
      if (namespace.length === 0) whole?.addValues(payload);
      if (!asksForValues) return;
    }
    emit(event, stringifyWire(payload));
  };
}
