import type { JsonValue } from "@/lib/langchain";
import type { Annotation, Citation } from "../annotation";
import { isRecord, textAt } from "../json-record";
import { omit, take } from "./taker";

/**
 * A citation in any spelling that reaches a page: the standard one, LangChain.js's (`startIndex`, `citedText`), OpenAI's
 * (`url_citation`), Anthropic's (`char_location`) and Bedrock's (`sourceContent`). Undefined for anything else. What a
 * provider calls it stays in `extras.kind`, with where in the source it points.
 */
export function readCitation(annotation: unknown): Citation | undefined {
  if (!isRecord(annotation)) return undefined;
  const kind = textAt(annotation, "type") ?? (annotation.sourceContent === undefined ? "" : "citation");
  if (!/(^|_)citation$|_location$/.test(kind)) return undefined;
  const whole = take(annotation);
  // OpenAI's Chat Completions wrap it once more.
  const from = isRecord(annotation[kind]) ? whole.part(kind) : whole;
  const source = from.texts("sourceContent");
  const fields = {
    id: from.text("id"),
    url: from.text("url"),
    title: from.text("title document_title filename"),
    cited_text: from.text("cited_text citedText") ?? (source || undefined),
    start_index: from.number("start_index startIndex"),
    end_index: from.number("end_index endIndex"),
  };
  const { extras: given, ...left } = whole.left();
  const extras = { ...(isRecord(given) && given), ...left, ...(kind !== "citation" && { kind }) };
  return { ...omit(fields, []), type: "citation", ...(Object.keys(extras).length > 0 && { extras }) };
}

/** A citation, or what only its provider understands, kept. */
export function translateAnnotation(annotation: JsonValue): Annotation {
  return readCitation(annotation) ?? { type: "non_standard_annotation", value: annotation };
}
