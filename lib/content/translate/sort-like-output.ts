import type { JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isList, isRecord, textAt } from "../json-record";

/**
 * Puts blocks in the order of the response that OpenAI's Responses API sent, which LangChain keeps in
 * `response_metadata.output`: an adapter collects text, calls and server tools apart. What the response does not name stands
 * with the text. Any other message keeps its order.
 */
export function sortLikeOutput(
  blocks: readonly ContentBlock[],
  output: JsonValue | undefined,
): readonly ContentBlock[] {
  if (!isList(output)) return blocks;
  const positions = new Map<string, number>();
  const reasoning: number[] = [];
  let text = output.length;
  for (const [position, item] of output.entries()) {
    if (!isRecord(item)) continue;
    for (const id of [textAt(item, "call_id"), textAt(item, "id")]) if (id) positions.set(id, position);
    if (item.type === "reasoning") reasoning.push(position);
    if (item.type === "message") text = Math.min(text, position);
  }
  const placed = blocks.map((block) => {
    const id = textAt(block as Readonly<Record<string, JsonValue>>, "tool_call_id") ?? block.id ?? "";
    const other = () => (block.type === "reasoning" ? (reasoning.shift() ?? -1) : text);
    return { block, position: positions.get(id) ?? other() };
  });
  // Sorting is stable: what has one position keeps its order.
  return placed.sort((left, right) => left.position - right.position).map(({ block }) => block);
}
