import type { BaseMessage } from "@langchain/core/messages";
import { Command, END, Send } from "@langchain/langgraph";
import { z } from "zod";
import type { Command as WireCommand } from "@/lib/protocol";
import type { AgentGraph } from "../../config";
import { malformed, readMessage } from "./read-message";

/**
 * What a new turn, or a change of the state, brings: `messages` become LangChain's, with an id each. `field` is where the
 * request has it. Throws `bad_request` for what no message can be made of.
 */
export function readInput(input: unknown, field: string): unknown {
  if (Array.isArray(input)) return input.map((pair, index) => readPair(pair, `${field}.${index}`));
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, "messages")) return input;
  return { ...input, messages: readMessages((input as { messages: unknown }).messages, `${field}.messages`) };
}

/** The input of a run of this graph: one whose state has channels takes an object, and nothing else. */
export function readRunInput(input: unknown, graph: AgentGraph): unknown {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (!isObject && "messages" in graph.channels) {
    throw malformed("input", 'must be an object such as {"messages": [{"role": "user", "content": "Hello"}]}');
  }
  return isObject ? readInput(input, "input") : input;
}

/** `update` and `goto` of a command for a graph, with `resume` already checked. */
export function toCommand(
  command: Pick<WireCommand, "update" | "goto">,
  resume: Record<string, unknown> | undefined,
  { nodes }: Pick<AgentGraph, "nodes">,
): Command {
  const parts: ConstructorParameters<typeof Command>[0] = {};
  if (resume) parts.resume = resume;
  if (isGiven(command.update)) parts.update = readUpdate(command.update);
  const targets = isGiven(command.goto) ? readGoto(command.goto, Object.keys(nodes)) : [];
  if (targets.length > 0) parts.goto = targets;
  if (Object.keys(parts).length === 0) throw malformed("command", "must have at least one of resume, update and goto");
  return new Command(parts);
}

const updateSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.tuple([z.string(), z.unknown()]))]);

function readUpdate(value: unknown): Record<string, unknown> {
  const read = updateSchema.safeParse(value);
  if (!read.success) throw malformed("command.update", "must be an object, or a list of pairs of channel and value");
  return readInput(read.data, "command.update") as Record<string, unknown>; // or pairs, which LangGraph takes as well
}

const gotoSchema = z.union([z.string(), z.object({ node: z.string(), input: z.unknown() })]);

/** LangGraph would pass over a node that it does not know, at this run and at every later one of the thread. */
function readGoto(value: unknown, nodes: readonly string[]): (string | Send)[] {
  const read = z.array(gotoSchema).safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw malformed("command.goto", "must be the name of a node, {node, input}, or a list of them");
  const named = read.data.map((target) => (typeof target === "string" ? target : target.node));
  if (named.some((name) => name !== END && !nodes.includes(name))) {
    throw malformed("command.goto", `must name nodes of this graph: ${nodes.join(", ")}`);
  }
  return read.data.map((target) => (typeof target === "string" ? target : new Send(target.node, target.input)));
}

function readMessages(messages: unknown, field: string): BaseMessage[] {
  if (Array.isArray(messages)) return messages.map((message, index) => readMessage(message, `${field}.${index}`));
  if (typeof messages === "string" || (typeof messages === "object" && messages !== null)) {
    return [readMessage(messages, field)];
  }
  throw malformed(field, "must be a message or a list of messages");
}

/** A channel and what is written to it. */
function readPair(pair: unknown, field: string): unknown {
  const isMessages = Array.isArray(pair) && pair.length === 2 && pair[0] === "messages";
  return isMessages ? ["messages", readMessages(pair[1], `${field}.1`)] : pair;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
