const TEXT_FIELDS = ["question", "message", "prompt", "text"] as const;

/**
 * What a graph asks with `interrupt(value)`: a string is the question; of an object, `question`, `message`, `prompt` or
 * `text`, and `options` (strings) as answers to choose from. Any other value is shown as JSON.
 */
export function readQuestion(value: unknown): { text: string; options: readonly string[] } {
  if (typeof value === "string") return { text: value, options: [] };
  if (typeof value !== "object" || value === null) return { text: value == null ? "" : String(value), options: [] };
  const fields = value as Readonly<Record<string, unknown>>;
  const text = TEXT_FIELDS.map((name) => fields[name]).find((field) => typeof field === "string");
  const options = Array.isArray(fields.options) ? fields.options.filter((option) => typeof option === "string") : [];
  return {
    text: typeof text === "string" ? text : JSON.stringify(value, undefined, 2),
    options: [...new Set(options)],
  };
}
