/** Where the last finished sentence, line or code block ends; 0 when none has. */
export function endOfSentences(text: string): number {
  const fences = text.split("```").length - 1;
  const whole = fences % 2 === 0 ? text : text.slice(0, text.lastIndexOf("```"));
  let end = 0;
  for (const found of whole.matchAll(/[.!?。！？…](?=\s)|[。！？]|\n/gu)) end = found.index + found[0].length;
  return end;
}

/** The words of a piece of Markdown, for the ear. */
export function plainWords(markdown: string): string {
  return (
    markdown
      .replace(/```[^\n]*\n[\s\S]*?(```|$)/g, " ")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/^\s*(#{1,6}|[-*+]|>|\d+[.)])\s+/gm, "")
      .replace(/^[\s|:-]+$/gm, " ")
      .replace(/(\*{1,3})(?=\S)(.+?)(?<=\S)\1/g, "$2")
      .replace(/(?<![\w\\])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)/g, "$2")
      // Emphasis that a longer sentence or another piece closes has a word on one side and none on the other.
      .replace(/(?<=^|\s)\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?=\s|$)/g, "")
      .replace(/~~/g, "")
      .replace(/`+/g, "")
      .replace(/\|/g, " ")
      .replace(/\s+/g, " ")
      .trim()
  );
}
