/** Python and JavaScript servers name a streamed message after its class; on our side there is one name for each. */
const WIRE_TYPES: Readonly<Record<string, string>> = {
  AIMessageChunk: "ai",
  HumanMessageChunk: "human",
  SystemMessageChunk: "system",
  ToolMessageChunk: "tool",
  assistant: "ai",
  user: "human",
};

/** The one name of a message's type; types that nobody knows stay as they are. */
export function wireTypeOf(type: string): string {
  return Object.hasOwn(WIRE_TYPES, type) ? (WIRE_TYPES[type] ?? type) : type;
}
