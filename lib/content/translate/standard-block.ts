import type { JsonObject, JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isList, isRecord } from "../json-record";

const CALLS = "tool_call tool_call_chunk invalid_tool_call server_tool_call server_tool_call_chunk server_tool_result";
const TYPES: readonly unknown[] = `text reasoning image video audio file text-plain non_standard ${CALLS}`.split(" ");
/** The text field and the object field that a block of a type cannot be without. */
const REQUIRED: Readonly<Record<string, readonly [text: string, object?: string]>> = {
  text: ["text"],
  tool_call: ["name", "args"],
  server_tool_call: ["name", "args"],
  server_tool_result: ["tool_call_id"],
};
const TEXTS = "id text reasoning name error status file_id mime_type url base64 title context".split(" ");
/**
 * Keys by which text or media show that they are written in somebody's own dialect: LangChain v0 and LangChain.js, then the
 * envelopes of Anthropic, OpenAI and Bedrock.
 */
const DIALECTS = "source_type mimeType fileId data source file image video".split(" ");
const WITHOUT_DIALECTS = /call|result|reasoning|standard/;
const WITH_TEXT_ARGS = /chunk|invalid/;

/** True for the type of a standard block. */
export function isStandardType(type: unknown): type is ContentBlock["type"] {
  return TYPES.includes(type);
}

/**
 * Step one of the translation: the same object where it is a standard block already, otherwise undefined.
 * A block of LangChain v0 (`source_type`) is none although it has a standard type; nor is one with a provider's envelope,
 * nor one whose fields have types that no reader expects.
 */
export function asStandardBlock(value: JsonObject): ContentBlock | undefined {
  const { type } = value;
  if (!isStandardType(type)) return undefined;
  const [text, object] = REQUIRED[type] ?? [];
  if (text !== undefined && typeof value[text] !== "string") return undefined;
  if (object !== undefined && !isRecord(value[object])) return undefined;
  for (const key in value) {
    const field = value[key];
    if (field != null && !isSound(type, key, field)) return undefined;
  }
  // Each field that the schema of its type names has just been checked; block.test.ts holds this to the schema.
  return value as ContentBlock;
}

function isSound(type: string, key: string, field: JsonValue): boolean {
  const isText = typeof field === "string";
  if (key === "index") return isText || typeof field === "number";
  if (key === "extras") return isRecord(field);
  if (key === "annotations") return isList(field);
  if (key === "args") return isText || !WITH_TEXT_ARGS.test(type);
  return TEXTS.includes(key) ? isText : !DIALECTS.includes(key) || WITHOUT_DIALECTS.test(type);
}
