import { isList, isRecord } from "../../json-record";
import { readCall, readMedia, readReasoning, readResult, readText } from "../shapes";
import { finish, type Taker } from "../taker";
import type { Translator } from "../translator";

/** Blocks of Anthropic's Messages API, whole or merged from a stream. */
export const translateAnthropic: Translator = (from, type) => {
  const { name } = from.value;
  switch (type) {
    case "text":
      return readText(from);
    case "thinking":
      return readReasoning(from);
    case "document":
      return readSource(from, "file");
    case "image":
      return readSource(from, type);
    case "tool_use":
      return readCall(from, from, "tool_call");
    case "mcp_tool_use":
      return readCall(from, from, "server_tool_call", "remote_mcp", { tool_name: name });
    case "server_tool_use":
      // LangChain has one name for running code, whoever runs it.
      return readCall(from, from, "server_tool_call", name === "code_execution" ? "code_interpreter" : undefined);
    case "input_json_delta":
      // The call that it continues is unknown: only the arguments of a server tool come without one.
      return readCall(from, from, "server_tool_call");
    default:
      return type.endsWith("_tool_result") ? readToolResult(from, type) : undefined;
  }
};

function readSource(from: Taker, type: "image" | "file") {
  const source = from.part("source");
  if (source.value.type !== "text") return readMedia(source, from, type);
  const text = source.text("data");
  const mime_type = source.text("media_type") ?? "text/plain";
  return text === undefined ? undefined : finish({ type: "text-plain", text, mime_type }, from);
}

function readToolResult(from: Taker, type: string) {
  const { content } = from.value;
  const results = isList(content) ? content : [content];
  const hasFailed = results.some((result) => isRecord(result) && result.error_code !== undefined);
  const isError = typeof from.value.is_error === "boolean" && from.any("is_error");
  return readResult(from, from, isError === true || hasFailed, { block_type: type });
}
