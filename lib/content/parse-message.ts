import { ToolweaveError } from "@/lib/errors";
import { isRecord } from "./json-record";
import { type Message, messageSchema } from "./message";
import { messageTypeOf } from "./read-message";

/**
 * Reads a message that a server takes from outside: of a known type (or role), with content that is text or a list of
 * texts and blocks, a tool's answer with the id of its call. Throws a ToolweaveError `bad_request` that names the first
 * field that is not so. For a page, `readMessage` reads whatever comes.
 */
export function parseMessage(value: unknown): Exclude<Message, { type: "unknown" }> {
  const name = isRecord(value) ? (value.type ?? value.role) : undefined;
  const type = messageTypeOf(name);
  if (!isRecord(value) || !type) {
    throw refuse("type", "a message needs a type: human, ai, system, tool or remove");
  }
  const { success, data, error } = messageSchema.safeParse({ ...value, type });
  if (success && data.type !== "unknown") return data;
  const issue = error?.issues[0];
  throw refuse(issue?.path.join(".") ?? "", issue?.message ?? "the message is not of a known shape");
}

function refuse(field: string, problem: string): ToolweaveError {
  return new ToolweaveError("bad_request", `The message cannot be read: ${field ? `${field}: ` : ""}${problem}.`, {
    context: { field },
  });
}
