import type { JsonObject } from "@/lib/langchain";
import { recordAt } from "../json-record";
import type { AiMessage, Message } from "../message";
import { textOfMessage } from "../text-of-message";
import { translateContent } from "../translate/translate-message";
import { escapeXml, formatBlock, quoteXml } from "./xml-block";

export type BufferStringOptions = {
  /** `prefix`: `Human: text`. `xml`: `<message type="human">`, with everything escaped. Default `prefix`. */
  readonly format?: "prefix" | "xml";
  readonly humanPrefix?: string;
  readonly aiPrefix?: string;
  readonly systemPrefix?: string;
  readonly toolPrefix?: string;
  /** Between two messages. Default: a line break. */
  readonly separator?: string;
};

/**
 * A conversation as one text, for a prompt or a log, as LangChain's Python `get_buffer_string` writes it, with JSON for the
 * arguments of calls. In XML text cannot pass itself off as a message; base64 is left out, and documents, arguments and results
 * of the provider's tools are cut at 500 characters. Messages to remove say nothing.
 */
export function bufferString(messages: readonly Message[], options: BufferStringOptions = {}): string {
  const { format = "prefix", separator = "\n" } = options;
  return messages
    .filter(({ type }) => type !== "remove")
    .map((message) =>
      format === "xml" ? toXml(message, roleOf(message, options)) : toLine(message, roleOf(message, options)),
    )
    .join(separator);
}

function roleOf({ type }: Message, options: BufferStringOptions): string {
  const { humanPrefix = "Human", aiPrefix = "AI", systemPrefix = "System", toolPrefix = "Tool" } = options;
  return { human: humanPrefix, ai: aiPrefix, system: systemPrefix, tool: toolPrefix, remove: "", unknown: "Unknown" }[
    type
  ];
}

function toLine(message: Message, role: string): string {
  const calls = message.type === "ai" ? readCalls(message) : undefined;
  return `${role}: ${textOfMessage(message)}${calls ? JSON.stringify(calls.list ?? calls.legacy) : ""}`;
}

function toXml(message: Message, role: string): string {
  const content = "content" in message ? message.content : undefined;
  // Calls of a message have their own elements below.
  const blocks = translateContent(content).filter(
    ({ type }) => !type.endsWith("tool_call") || type.startsWith("server"),
  );
  const body = blocks
    .map(formatBlock)
    .filter((part) => part !== "")
    .join(" ");
  const head = `<message type=${quoteXml(role.toLowerCase())}>`;
  const calls = message.type === "ai" ? readCalls(message) : undefined;
  if (!calls) return `${head}${body}</message>`;
  const lines = calls.list
    ? calls.list.map(({ id, name, args }) => {
        return `  <tool_call id=${quoteXml(id ?? "")} name=${quoteXml(name)}>${escapeXml(JSON.stringify(args))}</tool_call>`;
      })
    : [formatLegacy(calls.legacy)];
  return [head, ...(body ? [`  <content>${body}</content>`] : []), ...lines, "</message>"].join("\n");
}

/** The calls of a message; the one of OpenAI's former function calling only where there are no others. */
function readCalls(
  message: AiMessage,
): { list: NonNullable<AiMessage["tool_calls"]> } | { list?: undefined; legacy: JsonObject } | undefined {
  if (message.tool_calls?.length) return { list: message.tool_calls };
  const legacy = recordAt(message.additional_kwargs as JsonObject | undefined, "function_call");
  return legacy && { legacy };
}

function formatLegacy(call: JsonObject): string {
  const args = escapeXml(typeof call.arguments === "string" ? call.arguments : "{}");
  return `  <function_call name=${quoteXml(String(call.name ?? ""))}>${args}</function_call>`;
}
