import { isRecord } from "../../json-record";
import { readCall, readMedia, readReasoning, readResult, readText } from "../shapes";
import { finish, type Taker } from "../taker";
import type { Translator } from "../translator";

/**
 * Parts of Gemini's API: in the API's spelling, an object under a key of its own (`inlineData`, LangChain.js), or as
 * LangChain's Python writes them, a block with a type (`file_data`). Thought signatures stay in `extras`.
 */
export const translateGoogleGenAi: Translator = (from, type) => {
  const { value } = from;
  const key = PARTS.find((part) => isRecord(value[part])) ?? "";
  const part = key ? from.part(key) : from;
  switch (key || type) {
    case "inlineData":
    case "inline_data":
    case "fileData":
    case "file_data":
    case "media":
      return readMedia(part, from);
    case "functionCall":
    case "function_call":
      return value.arguments === undefined ? readCall(part, from, "tool_call") : undefined;
    case "executableCode":
    case "executable_code":
      return readCode(part, from);
    case "codeExecutionResult":
    case "code_execution_result": {
      // 1 is OUTCOME_OK as a number.
      const { outcome = 1 } = part.value;
      return readResult(part, from, outcome !== 1 && outcome !== "OUTCOME_OK", { block_type: "code_execution_result" });
    }
    case "thinking":
      return readReasoning(from);
    default:
      return readTextPart(from, type);
  }
};

const PARTS = ["inlineData", "inline_data", "fileData", "functionCall", "executableCode", "codeExecutionResult"];

function readTextPart(from: Taker, type: string) {
  const { text, thought } = from.value;
  if (typeof text !== "string") return undefined;
  if (thought === true && from.any("thought")) return readReasoning(from);
  return type === "" ? readText(from) : undefined;
}

function readCode(part: Taker, from: Taker) {
  const id = part.text("id") ?? "";
  const args = { code: part.any("code executable_code") ?? "", language: part.any("language") ?? "" };
  return finish({ type: "server_tool_call", name: "code_interpreter", id, args }, from);
}
