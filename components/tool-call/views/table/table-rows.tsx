import { memo } from "react";
import type { JsonValue, PathState } from "@/lib/partial-json";
import { visibleText, writtenOut } from "../../../ui/visible-text";
import type { ReadArgument } from "../../tool-view";
import { ScalarValue, textOf, valueAt } from "../../value";

type Row = Record<string, string | number | boolean | null>;
export type TableArgs = { title: string; columns: string[]; rows: Row[] };

/** Rows are laid out by so many at a time, when they come near the screen; the newest parts, on the screen, always are. */
const ROWS_A_PART = 20;
const NEWEST_PARTS = 3;
/** A cell is one line: beyond these the end of its text, and the live edge with it, is out of sight. */
const SEEN_CHARACTERS = 40;

type RowsProps = {
  /** Places of the rows in the order to show them. */
  order: readonly number[];
  columns: readonly string[];
  numeric: readonly boolean[];
  arg: ReadArgument<TableArgs>;
};

/** The rows in parts. A row that is written is not drawn again while others grow, nor laid out away from the screen. */
export function TableRows({ order, columns, numeric, arg }: RowsProps) {
  const parts = Array.from({ length: Math.ceil(order.length / ROWS_A_PART) }, (_, part) =>
    order.slice(part * ROWS_A_PART, (part + 1) * ROWS_A_PART),
  );
  return parts.map((places, part) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place, whatever rows stand in it
    <tbody key={part} className="tw-table-part" data-past={part < parts.length - NEWEST_PARTS}>
      {places.map((row) => {
        const { value, state } = arg(["rows", row]);
        const isGrowing = state === "growing";
        return (
          <TableRow
            key={row}
            row={value}
            columns={columns}
            numeric={numeric}
            stateAt={isGrowing ? (column) => arg(["rows", row, column]).state : undefined}
          />
        );
      })}
    </tbody>
  ));
}

type RowProps = {
  row: unknown;
  columns: readonly string[];
  numeric: readonly boolean[];
  /** Which cells still grow; absent once the row is written. */
  stateAt: ((column: string) => PathState) | undefined;
};

const TableRow = memo(function TableRow({ row, columns, numeric, stateAt }: RowProps) {
  return (
    <tr className="tw-table-row" data-row={stateAt && "growing"}>
      {columns.map((column, index) => {
        const value = valueAt(row, [column]);
        const state = stateAt?.(column) ?? (value === undefined ? "absent" : "complete");
        return <Cell key={column} value={value} state={state} isNumeric={numeric[index] ?? false} />;
      })}
    </tr>
  );
});

function Cell({ value, state, isNumeric }: { value: JsonValue | undefined; state: PathState; isNumeric: boolean }) {
  return (
    <td
      className={`tw:h-8 tw:truncate tw:border-b tw:border-line tw:px-2 tw:leading-8 ${isNumeric ? "tw:text-end" : "tw:text-start"}`}
      title={typeof value === "string" ? writtenOut(value) : textOf(value)}
      dir="auto"
    >
      {typeof value === "string" && value.length > SEEN_CHARACTERS ? (
        visibleText(value)
      ) : (
        <ScalarValue argument={{ value, state }} />
      )}
    </td>
  );
}
