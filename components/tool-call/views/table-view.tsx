import type { JsonValue } from "@/lib/partial-json";
import { useStrings } from "../../ui/strings-context";
import { argumentAt, inWords, textOf } from "../argument-at";
import { ScalarValue } from "../field";
import { GrowingText } from "../growing-text";
import { type CallProps, defineToolView } from "../tool-view";

/** Rows beyond these are counted; a reader of thousands wants a file, not a card. */
const MAX_ROWS = 200;
const MIN_COLUMN_PX = 120;

/** A table whose rows appear while they are written. One empty row is kept for the next; the count takes its place. */
function TableBody({ call }: CallProps) {
  const strings = useStrings();
  const title = argumentAt(call, ["title"]);
  const columns = columnsOf(argumentAt(call, ["columns"]).value);
  const rows = listOf(argumentAt(call, ["rows"]).value);
  const shown = rows.slice(0, MAX_ROWS);
  const isWriting = call.phase === "writing";
  const numeric = columns.map((column) => isNumericColumn(shown, column));
  return (
    <div className="tw:grid tw:gap-2">
      <p className="tw:min-h-5 tw:text-s tw:font-medium" dir="auto">
        <GrowingText text={textOf(title.value) ?? ""} state={title.state} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="tw:overflow-x-auto" aria-label={textOf(title.value) || strings.result} tabIndex={0}>
        <table
          className="tw:w-full tw:table-fixed tw:border-collapse tw:text-s tw:tabular-nums"
          style={{ minInlineSize: columns.length * MIN_COLUMN_PX }}
        >
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column.key}
                  scope="col"
                  className={`tw:h-7 tw:truncate tw:border-b tw:border-line-strong tw:px-2 tw:text-xs tw:font-medium tw:text-ink-3 ${numeric[index] ? "tw:text-end" : "tw:text-start"}`}
                >
                  <GrowingText text={inWords(column.key)} state={argumentAt(call, ["columns", index]).state} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever appended, their place is their identity
              <tr key={row} className="tw-row" data-row={argumentAt(call, ["rows", row]).state}>
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    className={`tw:h-8 tw:truncate tw:border-b tw:border-line tw:px-2 ${numeric[index] ? "tw:text-end" : "tw:text-start"}`}
                    title={textOf(argumentAt(call, ["rows", row, column.key]).value)}
                    dir="auto"
                  >
                    <ScalarValue argument={argumentAt(call, ["rows", row, column.key])} />
                  </td>
                ))}
              </tr>
            ))}
            {isWriting && (
              <tr className="tw-row" data-row="absent">
                <td className="tw:h-8 tw:border-b tw:border-line" colSpan={Math.max(1, columns.length)} />
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {!isWriting && (
        <p className="tw:flex tw:h-6 tw:items-end tw:text-xs tw:text-ink-3">{strings.table.rows(rows.length)}</p>
      )}
    </div>
  );
}

type Column = { readonly key: string };

/** Columns by name; a repeated name is written by some models and is one column. */
function columnsOf(value: JsonValue | undefined): Column[] {
  const names = listOf(value).filter((name) => typeof name === "string" && name !== "");
  return [...new Set(names)].map((name) => ({ key: String(name) }));
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isNumericColumn(rows: readonly JsonValue[], column: Column): boolean {
  const first = rows[0];
  if (typeof first !== "object" || first === null || Array.isArray(first)) return false;
  return Object.hasOwn(first, column.key) && typeof first[column.key] === "number";
}

export const makeTableView = defineToolView({
  name: "make_table",
  icon: "table",
  isWide: true,
  Preview: TableBody,
  Result: TableBody,
  summary: (call, strings) => {
    const title = textOf(argumentAt(call, ["title"]).value) ?? "";
    const rows = strings.table.rows(listOf(argumentAt(call, ["rows"]).value).length);
    return title === "" ? rows : `${title}, ${rows}`;
  },
});
