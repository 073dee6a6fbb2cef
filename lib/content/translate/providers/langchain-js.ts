import { isMediaType, readCall, readMedia, readResult } from "../shapes";
import { finish } from "../taker";
import type { Translator } from "../translator";

/**
 * The v1 blocks of LangChain.js that are named or spelled differently from the standard: media with `mimeType`, `data` and
 * `fileId`, `server_tool_call_result`, and a call that has just begun, with text for its arguments.
 */
export const translateLangChainJs: Translator = (from, type) => {
  const { value } = from;
  const isSpelledSo = ["mimeType", "fileId", "data"].some((key) => typeof value[key] === "string");
  switch (type) {
    case "server_tool_call_result":
      if (value.status === "error" || value.status === "success") from.any("status");
      return readResult(from, from, value.status === "error");
    case "tool_call":
      return typeof value.args === "string" ? readCall(from, from, type) : undefined;
    case "text-plain":
      if (!isSpelledSo) return undefined;
      return finish(
        { type, mime_type: from.text("mimeType"), base64: from.text("data"), text: from.text("text") },
        from,
      );
    default:
      return isSpelledSo && isMediaType(type) && value.source_type === undefined
        ? readMedia(from, from, type)
        : undefined;
  }
};
