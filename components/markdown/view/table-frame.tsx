import { type ReactNode, useRef } from "react";
import { IconButton } from "../../ui/button";
import { CopyButton } from "../../ui/export/copy-button";
import { downloadCsv } from "../../ui/export/download-text";
import { toCsv } from "../../ui/export/to-csv";
import { useStrings } from "../../ui/strings";
import { asMarkdownTable, cellsOf } from "./table-text";

/** A table that scrolls by itself; it can be copied and kept as it is shown. */
export function TableFrame({ children }: { children: ReactNode }) {
  const strings = useStrings();
  const ref = useRef<HTMLTableElement>(null);
  const rows = () => (ref.current === null ? [] : cellsOf(ref.current));
  return (
    <div className="tw-markdown-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <div className="tw-markdown-table-body" tabIndex={0}>
        <table ref={ref}>{children}</table>
      </div>
      <div className="tw-markdown-table-actions">
        <CopyButton label={strings.copyTable.markdown} text={() => asMarkdownTable(rows())} />
        <CopyButton icon="table" label={strings.copyTable.csv} text={() => toCsv(rows())} />
        <IconButton icon="download" label={strings.copyTable.download} onClick={() => downloadCsv("table", rows())} />
      </div>
    </div>
  );
}
