import type { JsonObject, JsonValue } from "@/lib/langchain";
import { isRecord, parseRecord } from "../../json-record";
import { readResult } from "../shapes";
import { finish, omit, take } from "../taker";
import type { Translator } from "../translator";

/** The tools that OpenAI runs: our name, and the keys of the item under which the question and the answer stand. */
const TOOLS: Readonly<Record<string, readonly [name: string, argKey: string, outputKey: string]>> = {
  web_search_call: ["web_search", "action", ""],
  file_search_call: ["file_search", "queries", "results"],
  code_interpreter_call: ["code_interpreter", "code", "outputs"],
  mcp_call: ["remote_mcp", "arguments", "output"],
  mcp_list_tools: ["mcp_list_tools", "", "tools"],
  tool_search_call: ["tool_search", "arguments", ""],
};

/**
 * A server tool item of OpenAI's Responses API: the call, and the result once there is one.
 * The name that an MCP server gives a tool is in `extras.tool_name`.
 */
export const translateOpenAiServerTool: Translator = (from, type) => {
  const { value } = from;
  const { id, status, error, index, action } = value;
  if (type === "tool_search_output") return readResult(from, from, status === "failed", { block_type: type });
  const [name, argKey = "", outputKey = ""] = (Object.hasOwn(TOOLS, type) && TOOLS[type]) || [];
  if (name === undefined) return undefined;
  const args = readArgs(argKey, value[argKey]);
  if (args) from.any(argKey);
  const sources = isRecord(action) ? action.sources : undefined;
  const output = sources === undefined ? from.any(outputKey) : { sources };
  const more = { tool_name: from.any("name"), error: from.any("error") };
  const call = finish({ type: "server_tool_call", name, id: from.text("id") ?? "", args: args ?? {} }, from, more);
  const isDone = status === "completed" || status === "failed" || status === "incomplete";
  if (output === undefined && !isDone && !error) return call;
  // The result has the index after its call's, as LangChain numbers it.
  const next = typeof index === "number" ? index + 1 : undefined;
  const result = take({ id, output, index: next });
  return [...call, ...(readResult(result, result, Boolean(error) || status === "failed") ?? [])];
};

/** Arguments that are an object, as text or whole, are the arguments; anything else is the one argument of its key. */
function readArgs(key: string, given: JsonValue | undefined): JsonObject | undefined {
  if (key === "arguments" && typeof given === "string") return parseRecord(given);
  if (isRecord(given)) return omit(given, key === "action" ? ["sources"] : []);
  return given === undefined ? undefined : { [key]: given };
}
