import { ToolweaveError } from "@/lib/errors";
import { drawChart } from "../../contract";
import { unavailable } from "../unavailable";
import { findTable } from "./local-tables";
import { numberReader } from "./number-reader";

const MAX_POINTS = 2_000;
const MAX_CHARTS = 20;

/** A chart that this page can draw. The points never leave it. */
export type LocalChart = {
  readonly kind: "bar" | "line";
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
};

const charts = new Map<string, LocalChart>();

/** The chart of a `draw_chart` call in this page; undefined once the page was reloaded. */
export function localChart(threadId: string, callId: string): LocalChart | undefined {
  return charts.get(JSON.stringify([threadId, callId]));
}

/** Prepares the chart from all rows of an opened table; rows whose number cannot be read are counted and left out. */
export const drawChartTool = drawChart.implement(({ file_id, kind, x, y, title }, { threadId, callId }) => {
  const table = findTable(threadId, file_id);
  if (table === undefined) {
    throw unavailable(`The file ${file_id} is not open in this page (any more): open it again with open_local_file.`);
  }
  const [labels, numbers] = [table.columns.indexOf(x), table.columns.indexOf(y)];
  if (labels === -1 || numbers === -1) {
    const missing = labels === -1 ? x : y;
    const columns = table.columns.join(", ");
    throw new ToolweaveError("tool_input_invalid", `The file has no column "${missing}". Its columns: ${columns}.`);
  }
  const read = numberReader(table.rows.map((row) => row[numbers] ?? ""));
  const points = table.rows.flatMap((row) => {
    const value = read(row[numbers] ?? "");
    return value === undefined ? [] : { label: row[labels] ?? "", value };
  });
  if (points.length === 0) throw new ToolweaveError("tool_input_invalid", `The column "${y}" holds no numbers.`);
  if (points.length > MAX_POINTS) {
    throw new ToolweaveError("too_large", `${points.length} points are too many to draw; at most ${MAX_POINTS} are.`);
  }
  charts.set(JSON.stringify([threadId, callId]), { kind, title, x, y, points });
  const [oldest] = charts.keys();
  if (charts.size > MAX_CHARTS && oldest !== undefined) charts.delete(oldest);
  const values = points.map(({ value }) => value);
  return {
    points: points.length,
    skipped_rows: table.rows.length - points.length,
    least: Math.min(...values),
    greatest: Math.max(...values),
  };
});
