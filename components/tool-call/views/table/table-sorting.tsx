import type { ReactNode } from "react";
import type { JsonValue } from "@/lib/partial-json";
import { Icon } from "../../../ui/icon";
import { useStrings } from "../../../ui/strings";

/** By which column rows are ordered; without one they stand as they were written. */
export type Sorting = { readonly column: string; readonly direction: "ascending" | "descending" } | undefined;

/** The head of a column; pressing it sorts up, down, and back to the order in which the rows were written. */
export function ColumnHead({
  column,
  isNumeric,
  sorting,
  onSort,
  children,
}: {
  column: string;
  isNumeric: boolean;
  sorting: Sorting;
  /** Absent while rows are written: they stay in their places. */
  onSort: ((sorting: Sorting) => void) | undefined;
  children: ReactNode;
}) {
  const { table } = useStrings();
  const direction = sorting?.column === column ? sorting.direction : undefined;
  const side = isNumeric ? "tw:text-end" : "tw:text-start";
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`tw:h-8 tw:border-b tw:border-line-strong tw:px-2 tw:text-xs tw:font-medium tw:text-ink-3 ${side}`}
    >
      {onSort === undefined ? (
        <span className="tw:block tw:truncate">{children}</span>
      ) : (
        <button
          type="button"
          className={`tw-sort ${side}`}
          title={table.sortBy(column)}
          onClick={() => onSort(nextSorting(column, direction))}
        >
          <span className="tw:min-w-0 tw:truncate">{children}</span>
          <Icon name={direction === "descending" ? "chevron-down" : "chevron-up"} size="s" />
        </button>
      )}
    </th>
  );
}

function nextSorting(column: string, direction: "ascending" | "descending" | undefined): Sorting {
  if (direction === undefined) return { column, direction: "ascending" };
  return direction === "ascending" ? { column, direction: "descending" } : undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Places of the rows in the order to show them. Numbers before texts; what has no value comes last, either way. */
export function sortedRows(rows: readonly JsonValue[], sorting: Sorting): number[] {
  const places = rows.map((_, index) => index);
  if (sorting === undefined) return places;
  const { column, direction } = sorting;
  const sign = direction === "ascending" ? 1 : -1;
  const valueAt = (place: number): JsonValue | undefined => {
    const row = rows[place];
    if (typeof row !== "object" || row === null || Array.isArray(row) || !Object.hasOwn(row, column)) return undefined;
    return row[column];
  };
  return places.sort((a, b) => {
    const [first, second] = [valueAt(a), valueAt(b)];
    if (isMissing(first) || isMissing(second)) return Number(isMissing(first)) - Number(isMissing(second));
    if (typeof first === "number" && typeof second === "number") return sign * (first - second);
    if (typeof first !== typeof second)
      return sign * (typeof first === "number" ? -1 : typeof second === "number" ? 1 : 0);
    return sign * collator.compare(String(first), String(second));
  });
}

function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === "";
}
