import type { JsonValue } from "@/lib/langchain";
import { isRecord, listAt } from "../../json-record";
import { translateAnnotation } from "../read-citation";
import { readCall, readReasoning, readText } from "../shapes";
import { finish, type Taker } from "../taker";
import type { Translator } from "../translator";

/**
 * Blocks of Bedrock's Converse API, in its own spelling (`{ toolUse: … }`) and as LangChain's Python and JavaScript write
 * them (`{ type: "reasoning_content", … }`). Cache points and guards are nobody's standard. Bytes are read where they are
 * base64, as JSON carries them.
 */
export const translateBedrockConverse: Translator = (from, type) => {
  const key = PARTS.find((part) => isRecord(from.value[part])) ?? "";
  const part = key ? from.part(key) : from;
  switch (key || type) {
    case "reasoningContent":
    case "reasoning_content":
      return readReasoning(isRecord(part.value.reasoningText) ? part.part("reasoningText") : part, from);
    case "toolUse":
    case "tool_use":
      return readCall(part, from, "tool_call");
    case "citationsContent":
      return readCitations(part, from);
    case "document":
    case "image":
    case "video":
      return key ? readFile(part, from, key) : undefined;
    default:
      return (type === "" || type === "text") && from.value.text !== undefined ? readText(from) : undefined;
  }
};

const PARTS = ["reasoningContent", "reasoning_content", "toolUse", "citationsContent", "document", "image", "video"];
const TEXT_FORMATS: Readonly<Record<string, string>> = { txt: "plain", md: "markdown", html: "html", csv: "csv" };

function readFile(media: Taker, from: Taker, kind: string) {
  const source = media.part("source");
  const isDocument = kind === "document";
  const mime_type = mediaTypeOf(kind, media.value.format);
  // A format without a media type of its name stays in extras.
  if (mime_type) media.any("format");
  const file_id = source.part("s3Location").text("uri");
  const base64 = source.text("bytes");
  const type = kind === "image" || kind === "video" ? kind : "file";
  if ((file_id ?? base64) !== undefined) return finish({ type, mime_type, file_id, base64 }, from);
  const text = source.text("text") ?? source.texts("content");
  return text && isDocument ? finish({ type: "text-plain", mime_type, text }, from) : undefined;
}

function mediaTypeOf(kind: string, format: JsonValue | undefined): string | undefined {
  if (typeof format !== "string") return undefined;
  if (kind !== "document") return `${kind}/${format === "jpg" ? "jpeg" : format}`;
  if (format === "pdf") return "application/pdf";
  return Object.hasOwn(TEXT_FORMATS, format) ? `text/${TEXT_FORMATS[format]}` : undefined;
}

function readCitations(content: Taker, from: Taker) {
  const citations = listAt(content.value, "citations");
  if (citations.length > 0) content.any("citations");
  return finish(
    { type: "text", text: content.texts("content"), annotations: citations.map(translateAnnotation) },
    from,
  );
}
