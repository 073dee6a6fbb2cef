import { type BaseMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { Command, Send } from "@langchain/langgraph";
import { z } from "zod";
import { errorMessage, ToolweaveError } from "@/lib/errors";
import type { Command as WireCommand } from "@/lib/protocol";

/** What a new turn brings: `messages` become LangChain's, with an id each, so that stream and state agree on them. */
export function readInput(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("messages" in input)) return input;
  const { messages } = input;
  const list: unknown[] = Array.isArray(messages) ? messages : [messages];
  return { ...input, messages: list.map(readMessage) };
}

/** `update` and `goto` of a command, with `resume` already checked. */
export function toCommand(
  command: Pick<WireCommand, "update" | "goto">,
  resume: Record<string, unknown> | undefined,
): Command {
  const parts: ConstructorParameters<typeof Command>[0] = {};
  if (resume) parts.resume = resume;
  if (command.update !== undefined && command.update !== null) {
    parts.update = readInput(command.update) as Record<string, unknown>; // LangGraph refuses what is no state
  }
  if (command.goto !== undefined && command.goto !== null) parts.goto = readGoto(command.goto);
  return new Command(parts);
}

const gotoSchema = z.union([z.string(), z.object({ node: z.string(), input: z.unknown() })]);

function readGoto(value: unknown): (string | Send)[] {
  const read = z.array(gotoSchema).safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw malformed("command.goto", "must be the name of a node, {node, input}, or a list of them");
  return read.data.map((target) => (typeof target === "string" ? target : new Send(target.node, target.input)));
}

function readMessage(value: unknown, index: number): BaseMessage {
  const field = `input.messages.${index}`;
  if (isWithoutContent(value)) throw malformed(`${field}.content`, "must be text or a list of content blocks");
  let message: BaseMessage;
  try {
    // LangChain accepts text, a pair of role and text, or an object with `type` or `role`
    message = coerceMessageLikeToMessage(value as Parameters<typeof coerceMessageLikeToMessage>[0]);
  } catch (cause) {
    throw malformed(field, `is not a message: ${errorMessage(cause).split("\n", 1)[0]}`, cause);
  }
  if (!message.id) {
    message.id = crypto.randomUUID();
    message.lc_kwargs.id = message.id;
  }
  return message;
}

/** LangChain would take such a message as an empty one. */
function isWithoutContent(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "lc" in value) return false;
  const { content, type } = value as { content?: unknown; type?: unknown };
  return typeof content !== "string" && !Array.isArray(content) && type !== "remove";
}

function malformed(field: string, problem: string, cause?: unknown): ToolweaveError {
  return new ToolweaveError("bad_request", `${field} ${problem}.`, { context: { field }, cause });
}
