import type { Answer, Scenario, ToolResult } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bchart\b.*\bfile\b|\bfile\b.*\bchart\b/i;

/** A file that stays on the machine: its columns are read, and all of its rows drawn, in the browser. */
export const localChart: Scenario = {
  name: "local-chart",
  shows: "a chart of a CSV file that never leaves your machine",
  example: "Draw a chart from a file",
  tools: ["open_local_file", "draw_chart"],
  play: (question) =>
    ASKS.test(question)
      ? [
          {
            text: "Choose a CSV file. Its rows stay on your machine.",
            calls: [{ name: "open_local_file", args: { kind: "csv", max_rows: 3 } }],
          },
          draw,
          (results) => {
            const result = answerOf(results, "draw_chart");
            if (!result || result.isError) return { text: `I could not draw it: ${reasonOf(result)}.` };
            const [points, least, greatest] = ["points", "least", "greatest"].map((name) => fieldOf(result, name));
            return { text: `There are ${points} points, from ${least} to ${greatest}. Your browser drew them.` };
          },
        ]
      : undefined,
};

function draw(results: readonly ToolResult[]): Answer {
  const file = answerOf(results, "open_local_file");
  const columns = listOf(fieldOf(file, "columns")).map(String);
  const first = listOf(listOf(fieldOf(file, "rows"))[0]);
  const place = columns.findIndex((_, index) => index > 0 && /\d/.test(String(first[index] ?? "")));
  const [x, y] = [columns[0], columns[place]];
  if (!file || file.isError) return { text: `I could not open a file: ${reasonOf(file)}.` };
  if (x === undefined || y === undefined) return { text: "That file has no column of numbers to draw." };
  const args = { file_id: fieldOf(file, "file_id"), kind: "bar", x, y, title: `${y} by ${x}` };
  return { calls: [{ name: "draw_chart", args }] };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
