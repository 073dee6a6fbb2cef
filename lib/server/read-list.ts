/** What a variable lists, separated by commas. */
export function readList(text = ""): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
