import type { WireMessage } from "@/lib/protocol";

/** What a message, or a piece of one, says for reading. */
export type ContentText = { readonly text: string; readonly reasoning: string };

const NOTHING: ContentText = { text: "", reasoning: "" };

/**
 * Text and reasoning out of a message's content: plain text, LangChain's content blocks, and the places where providers
 * put reasoning (`thinking` blocks, summaries, `additional_kwargs.reasoning_content`). Other blocks say nothing here.
 */
export function readContentText({ content, additional_kwargs: extra }: WireMessage): ContentText {
  const said = typeof content === "string" ? { text: content, reasoning: "" } : joined(content ?? []);
  const aside = extra?.reasoning_content;
  return typeof aside === "string" ? { text: said.text, reasoning: said.reasoning + aside } : said;
}

function joined(blocks: readonly unknown[]): ContentText {
  if (blocks.length === 0) return NOTHING;
  let text = "";
  let reasoning = "";
  for (const block of blocks) {
    const said = readBlock(block);
    text += said.text;
    reasoning += said.reasoning;
  }
  return { text, reasoning };
}

function readBlock(block: unknown): ContentText {
  if (typeof block === "string") return { text: block, reasoning: "" };
  if (typeof block !== "object" || block === null) return NOTHING;
  const fields = block as Record<string, unknown>;
  switch (fields.type) {
    case "text":
      return { text: textOf(fields.text), reasoning: "" };
    case "reasoning":
      return { text: "", reasoning: textOf(fields.reasoning) + summaryOf(fields.summary) };
    case "thinking":
      return { text: "", reasoning: textOf(fields.thinking) };
    default:
      return NOTHING;
  }
}

function summaryOf(summary: unknown): string {
  if (!Array.isArray(summary)) return "";
  return summary.map((part) => textOf((part as { text?: unknown } | null)?.text)).join("");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What a whole message says beyond what was streamed of it; nothing where the two differ. */
export function restOf(streamed: ContentText, whole: ContentText): ContentText {
  const beyond = (before: string, all: string) => (all.startsWith(before) ? all.slice(before.length) : "");
  return { text: beyond(streamed.text, whole.text), reasoning: beyond(streamed.reasoning, whole.reasoning) };
}
