import { isMediaType, readMedia } from "../shapes";
import { finish, type Taker } from "../taker";
import type { Translator } from "../translator";

/**
 * The data blocks of LangChain v0: `source_type` is url, base64, id or text.
 * In v0 the `id` of a block with source_type `id` names the file; otherwise it names the block.
 */
export const translateLangChainV0: Translator = (from, type) => {
  const source = from.text("source_type");
  if (source === "text") return readDocument(from, type);
  if (!isMediaType(type)) return undefined;
  if (source !== "url" && source !== "base64" && source !== "id") return undefined;
  const file_id = source === "id" ? from.text("id") : undefined;
  if (file_id === undefined) return readMedia(from, from, type);
  return finish({ type, file_id, mime_type: from.text("mime_type") }, from);
};

function readDocument(from: Taker, type: string) {
  // Python keeps the text of a v0 document under `url`, JavaScript under `text`.
  const text = from.text("text url");
  if (text === undefined) return undefined;
  if (type === "text") return finish({ type, text }, from);
  return finish({ type: "text-plain", text, mime_type: from.text("mime_type") ?? "text/plain" }, from);
}
