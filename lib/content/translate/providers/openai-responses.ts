import { isList, listAt, textAt } from "../../json-record";
import { readCall, readMedia, readText } from "../shapes";
import { finish, type Taker } from "../taker";
import type { Translator } from "../translator";
import { translateOpenAiServerTool } from "./openai-server-tool";

/** Items and content parts of OpenAI's Responses API. */
export const translateOpenAiResponses: Translator = (from, type) => {
  switch (type) {
    case "text":
    case "output_text":
    case "input_text":
      return readText(from);
    case "reasoning":
      return isList(from.value.summary) || isList(from.value.content) ? [readItem(from)] : undefined;
    case "function_call":
      return readCall(from, from, "tool_call");
    case "custom_tool_call":
      return readRawCall(from, "input", "");
    case "computer_call":
      return readRawCall(from, "action", "computer_use");
    case "input_image":
      return readMedia(from, from, "image");
    case "input_file":
      return readMedia(from, from, "file");
    case "image_generation_call": {
      const base64 = from.text("result");
      const mime_type = `image/${textAt(from.value, "output_format") ?? "png"}`;
      return base64 === undefined ? undefined : finish({ type: "image", base64, mime_type }, from);
    }
    default:
      return translateOpenAiServerTool(from, type);
  }
};

/** One block for a reasoning item: its summary parts belong together, and the encrypted reasoning to all of them. */
export function readItem(from: Taker) {
  const reasoning = from.texts("summary") || from.texts("content");
  if (listAt(from.value, "content").length === 0) from.any("content");
  const [block = { type: "reasoning" as const }] = finish({ type: "reasoning", reasoning }, from);
  return block;
}

/** A call whose one argument is no JSON. */
function readRawCall(from: Taker, key: string, called: string) {
  const id = from.text("call_id id");
  const name = from.text("name") ?? called;
  return finish({ type: "tool_call", name, id, args: { [key]: from.any(key) ?? "" } }, from);
}
