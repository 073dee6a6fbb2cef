import { type CSSProperties, useMemo, useState } from "react";
import type { JsonValue } from "@/lib/partial-json";
import { Button } from "../../../ui/button";
import { downloadCsv } from "../../../ui/export/download-text";
import { useStrings } from "../../../ui/strings";
import { defineToolView, type PreviewProps } from "../../tool-view";
import { GrowingText, inWords, textOf, valueAt } from "../../value";
import { type TableArgs, TableRows } from "./table-rows";
import { ColumnHead, type Sorting, sortedRows } from "./table-sorting";

/** Rows beyond these are counted; a reader of thousands wants a file, not a card. */
const MAX_ROWS = 200;
const MIN_COLUMN_PX = 120;

/** A table whose rows appear while they are written. One empty row is kept for the next; the button to keep it takes its place. */
function TablePreview({ call, arg }: PreviewProps<TableArgs>) {
  const strings = useStrings();
  const [sorting, setSorting] = useState<Sorting>();
  const title = arg(["title"]);
  const named = arg(["columns"]).value;
  const columns = useMemo(() => columnsOf(named), [named]);
  const rows = listOf(arg(["rows"]).value);
  const [first] = rows;
  const numeric = useMemo(() => columns.map((column) => isNumeric(first, column)), [columns, first]);
  const isWriting = call.phase === "writing";
  const sorted = sortedRows(rows, isWriting ? undefined : sorting);
  const order = sorted.slice(0, MAX_ROWS);
  return (
    <div className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-2">
      <div className="tw:flex tw:items-baseline tw:justify-between tw:gap-2">
        <p className="tw:min-h-5 tw:min-w-0 tw:text-s tw:font-medium" dir="auto">
          <GrowingText text={textOf(title.value) ?? ""} state={title.state} />
        </p>
        <span className="tw:flex-none tw:text-xs tw:text-ink-3">
          {isWriting
            ? strings.table.rowsSoFar(rows.length)
            : rows.length > MAX_ROWS
              ? strings.table.rowsShown(MAX_ROWS, rows.length)
              : strings.table.rows(rows.length)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="tw:overflow-x-auto" aria-label={textOf(title.value) || strings.result} tabIndex={0}>
        <table
          className="tw-table tw:text-s tw:tabular-nums"
          style={
            {
              "--tw-columns": Math.max(1, columns.length),
              minInlineSize: columns.length * MIN_COLUMN_PX,
            } as CSSProperties
          }
        >
          <thead>
            <tr>
              {columns.map((column, index) => (
                <ColumnHead
                  key={column}
                  column={column}
                  isNumeric={numeric[index] ?? false}
                  sorting={sorting}
                  onSort={isWriting ? undefined : setSorting}
                >
                  <GrowingText text={inWords(column)} state={arg(["columns", index]).state} />
                </ColumnHead>
              ))}
            </tr>
          </thead>
          <TableRows order={order} columns={columns} numeric={numeric} arg={arg} />
          {isWriting && (
            <tbody key={rows.length}>
              <tr className="tw-table-row" data-row="absent">
                <td className="tw:col-span-full tw:h-8 tw:border-b tw:border-line" />
              </tr>
            </tbody>
          )}
        </table>
      </section>
      {!isWriting && rows.length > 0 && (
        <div className="tw:flex tw:justify-end">
          <Button
            tone="bare"
            icon="download"
            onClick={() => downloadCsv(textOf(title.value) ?? "", cellsOf(columns, inOrder(rows, sorted)))}
          >
            {strings.table.csv}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Columns by name; a repeated name is written by some models and is one column. */
function columnsOf(value: unknown): string[] {
  return [...new Set(listOf(value).filter((name): name is string => typeof name === "string" && name !== ""))];
}

function listOf(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isNumeric(first: JsonValue | undefined, column: string): boolean {
  return typeof valueAt(first, [column]) === "number";
}

function inOrder(rows: readonly JsonValue[], places: readonly number[]): JsonValue[] {
  return places.map((place) => rows[place] ?? null);
}

/** The names of the columns, then the cells of each row; what a row does not have is empty. */
function cellsOf(columns: readonly string[], rows: readonly JsonValue[]) {
  const cells = (row: JsonValue) =>
    columns.map((column) =>
      typeof row === "object" && row !== null && !Array.isArray(row) && Object.hasOwn(row, column) ? row[column] : "",
    );
  return [columns, ...rows.map(cells)];
}

export const makeTableView = defineToolView<TableArgs>("make_table", {
  icon: "table",
  isWide: true,
  preview: TablePreview,
  summary: (call, strings) => {
    const { title, rows } = (call.args ?? {}) as Partial<TableArgs>;
    const count = strings.table.rows(listOf(rows).length);
    return textOf(title) ? `${textOf(title)}, ${count}` : count;
  },
});
