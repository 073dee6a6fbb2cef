import type { ContentBlock } from "../block";

const LONGEST_PART_CHARS = 500;

/** A block as XML; empty for what is not written: base64, calls, what nobody knows. */
export function formatBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return escapeXml(block.text);
    case "reasoning":
      return block.reasoning ? `<reasoning>${escapeXml(block.reasoning)}</reasoning>` : "";
    case "image":
    case "audio":
    case "video":
    case "file":
      return formatMedia(block.type, block.url, block.file_id);
    case "text-plain":
      return escapeXml(cut(block.text ?? ""));
    case "server_tool_call": {
      const attributes = `id=${quoteXml(block.id ?? "")} name=${quoteXml(block.name)}`;
      return `<server_tool_call ${attributes}>${escapeXml(cut(JSON.stringify(block.args)))}</server_tool_call>`;
    }
    case "server_tool_result": {
      const attributes = `tool_call_id=${quoteXml(block.tool_call_id)} status=${quoteXml(block.status ?? "")}`;
      const output = block.output ? escapeXml(cut(JSON.stringify(block.output))) : "";
      return `<server_tool_result ${attributes}>${output}</server_tool_result>`;
    }
    default:
      return "";
  }
}

function formatMedia(type: string, url: string | null | undefined, fileId: string | null | undefined): string {
  if (url && !url.startsWith("data:")) return `<${type} url=${quoteXml(url)} />`;
  return fileId ? `<${type} file_id=${quoteXml(fileId)} />` : "";
}

/** Text between tags. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The value of an attribute, in quotes. */
export function quoteXml(text: string): string {
  const escaped = escapeXml(text).replaceAll('"', "&quot;");
  return `"${escaped.replaceAll("\n", "&#10;").replaceAll("\r", "&#13;").replaceAll("\t", "&#9;")}"`;
}

function cut(text: string): string {
  if (text.length <= LONGEST_PART_CHARS) return text;
  // Half of a pair is no character, and providers refuse it.
  return `${text.slice(0, LONGEST_PART_CHARS).replace(/[\ud800-\udbff]$/, "")}...`;
}
