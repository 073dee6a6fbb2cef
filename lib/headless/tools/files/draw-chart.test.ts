import { expect, it } from "vitest";
import { drawChartTool, localChart } from "./draw-chart";
import { keepTable } from "./local-tables";
import { parseCsv } from "./parse-csv";

function draw(fileId: string, args: object = {}, threadId = "t1", callId = "k1") {
  const read = drawChartTool.contract.input.parse({ file_id: fileId, x: "month", y: "sales", ...args });
  const context = { signal: new AbortController().signal, callId, threadId, reportProgress: () => {} };
  return drawChartTool.execute(read, context);
}

it("keeps the points here, and tells how many, the least and the greatest", () => {
  const fileId = keepTable("t1", parseCsv("month;sales\nMay;1,234.5\nJune;2,5\nJuly;-\nAugust;-3"));
  expect(draw(fileId)).toEqual({ points: 3, skipped_rows: 1, least: -3, greatest: 1234.5 });
  expect(localChart("t1", "k1")?.points).toEqual([
    { label: "May", value: 1234.5 },
    { label: "June", value: 2.5 },
    { label: "August", value: -3 },
  ]);
});

it("reads numbers as the column writes them", () => {
  const fileId = keepTable("t1", parseCsv('month,sales\nMay,"1.234,56"\nJune,1.234\nJuly,"1 234,5"'));
  expect(draw(fileId)).toEqual({ points: 3, skipped_rows: 0, least: 1234, greatest: 1234.56 });
});

it("never draws what another thread opened", () => {
  const fileId = keepTable("t1", parseCsv("month,sales\nMay,1"));
  expect(() => draw(fileId, {}, "t2")).toThrow(expect.objectContaining({ code: "tool_unavailable" }));
  draw(fileId, {}, "t1", "k9");
  expect(localChart("t2", "k9")).toBeUndefined();
});

it("says which columns there are, and that a column holds no numbers", () => {
  const fileId = keepTable("t1", parseCsv("month,sales\nMay,many"));
  expect(() => draw(fileId, { y: "profit" })).toThrow(/no column "profit".*month, sales/);
  expect(() => draw(fileId)).toThrow(/holds no numbers/);
});

it("forgets the oldest of nine tables", () => {
  const first = keepTable("t1", parseCsv("month,sales\nMay,1"));
  for (let count = 0; count < 8; count += 1) keepTable("t1", parseCsv("month,sales\nMay,1"));
  expect(() => draw(first)).toThrow(/open it again/);
});
