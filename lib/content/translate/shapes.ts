// The few shapes that providers' blocks have under different names. Each reader takes what it knows from `part`, which is the
// block itself or an object in it, and completes the block from `from`. Undefined: it has not that shape.
import type { JsonObject } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isList, isRecord } from "../json-record";
import { translateAnnotation } from "./read-citation";
import { finish, type Taker } from "./taker";

type Blocks = readonly ContentBlock[] | undefined;

/** Text with annotations; undefined where it is standard text already, as nearly every chunk is. */
export function readText(from: Taker): Blocks {
  const { text = "", annotations, citations, phase, type } = from.value;
  const list = annotations ?? citations;
  const isStandard = type === "text" && from.value.text !== undefined && !isList(list) && phase === undefined;
  if (isStandard || typeof text !== "string") return undefined;
  from.any("text");
  if (!isList(list)) return finish({ type: "text", text }, from);
  from.any("annotations citations");
  return finish({ type: "text", text, annotations: list.map(translateAnnotation) }, from);
}

export function readReasoning(part: Taker, from: Taker = part): Blocks {
  return finish(
    { type: "reasoning", reasoning: part.text("thinking text reasoningText") ?? part.texts("thinking") },
    from,
  );
}

/** Data of any kind: in base64, in a data url, at a url, in a file of the provider. */
export function readMedia(part: Taker, from: Taker, type?: MediaType): Blocks {
  const mime_type = part.text("mime_type mimeType media_type");
  const file_id = part.text("file_id fileId");
  const url = part.text("url image_url file_url fileUri file_uri");
  const base64 = part.text("base64 data bytes result file_data");
  if ((file_id ?? url ?? base64) === undefined) return undefined;
  const kind = type ?? KINDS.find((family) => mime_type?.startsWith(`${family}/`)) ?? "file";
  return finish({ type: kind, mime_type, file_id, base64, url, ...readDataUrl(url ?? base64) }, from);
}

/** A recording of OpenAI's, which names its format and not its media type. */
export function readAudio(part: Taker, from: Taker): Blocks {
  const base64 = part.text("data");
  const mime_type = `audio/${part.text("format") ?? "wav"}`;
  return base64 === undefined ? undefined : finish({ type: "audio", base64, mime_type }, from);
}

const KINDS = ["image", "audio", "video"] as const;
type MediaType = (typeof KINDS)[number] | "file";

/** True for the type of a block that holds data. */
export function isMediaType(type: string): type is MediaType {
  return type === "file" || KINDS.some((kind) => kind === type);
}

const LONGEST_HEADER_CHARS = 256;

/**
 * The data in a data url. Looks at the header only, and a slice of a long text shares its memory, so 20 MB cost no more than
 * 20 bytes.
 */
function readDataUrl(url: string | undefined) {
  const header = url?.startsWith("data:") ? (url.slice(0, LONGEST_HEADER_CHARS).split(",", 1)[0] ?? "") : "";
  if (!url || !header.endsWith(";base64")) return undefined;
  return {
    base64: url.slice(header.length + 1),
    mime_type: header.slice(5).split(";", 1)[0] || "text/plain",
    url: undefined,
  };
}

/**
 * A call. Arguments that are text make a chunk; whether they are whole is decided when the message ends. Python streams them
 * under `partial_json` beside an empty input, JavaScript under `input` itself.
 */
export function readCall(
  part: Taker,
  from: Taker,
  type: "tool_call" | "server_tool_call",
  called?: string,
  more?: JsonObject,
): Blocks {
  const own = part.text("name");
  const name = called ?? own;
  const id = part.text("call_id toolUseId id");
  const { input } = part.value;
  const text = part.text("partial_json");
  const args = text ?? part.any("input args arguments") ?? {};
  // The empty input beside the text says nothing; anything else there is kept.
  if (text !== undefined && isRecord(input) && Object.keys(input).length === 0) part.any("input");
  if (typeof args === "string") return finish({ type: `${type}_chunk`, name, id, args }, from, more);
  return isRecord(args) ? finish({ type, name: name ?? "", id, args }, from, more) : undefined;
}

/** What a tool of the provider answered. */
export function readResult(part: Taker, from: Taker, hasFailed: boolean, more?: JsonObject): Blocks {
  const tool_call_id = part.text("tool_use_id toolCallId tool_call_id call_id id") ?? "";
  const output = part.any("content output code_execution_result tools");
  const status = hasFailed ? "error" : "success";
  return finish({ type: "server_tool_result", tool_call_id, status, output }, from, more);
}
