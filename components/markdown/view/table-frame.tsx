import { type ReactNode, useRef } from "react";
import { IconButton } from "../../ui/button";
import { CopyButton } from "../../ui/export/copy-button";
import { useStrings } from "../../ui/strings-context";
import { asCsv, asMarkdownTable, cellsOf } from "./table-text";

/** A table that scrolls by itself; it can be copied and kept as it is shown. */
export function TableFrame({ children }: { children: ReactNode }) {
  const strings = useStrings();
  const ref = useRef<HTMLTableElement>(null);
  const rows = () => (ref.current === null ? [] : cellsOf(ref.current));
  const download = () => {
    // The mark in front tells spreadsheets that the file is UTF-8.
    const url = URL.createObjectURL(new Blob(["\ufeff", asCsv(rows())], { type: "text/csv;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "table.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
  };
  return (
    <div className="tw-markdown-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <div className="tw-markdown-table-body" tabIndex={0}>
        <table ref={ref}>{children}</table>
      </div>
      <div className="tw-markdown-table-actions">
        <CopyButton label={strings.copyTable.markdown} text={() => asMarkdownTable(rows())} />
        <CopyButton icon="table" label={strings.copyTable.csv} text={() => asCsv(rows())} />
        <IconButton icon="download" label={strings.copyTable.download} onClick={download} />
      </div>
    </div>
  );
}
