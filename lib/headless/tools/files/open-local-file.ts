import { ToolweaveError } from "@/lib/errors";
import { openLocalFile } from "../../contract";
import { unavailable } from "../unavailable";
import { wholeCharacters } from "../whole-characters";
import { keepTable } from "./local-tables";
import { parseCsv } from "./parse-csv";

const MAX_BYTES = 20 * 1024 * 1024;

/** The browser's own file dialog; the file is read here, and only its beginning is returned. */
export const openLocalFileTool = openLocalFile.implement(async (args, { signal, threadId }) => {
  const file = await chooseFile(args.kind === "csv" ? ".csv,.tsv,text/csv" : "text/*,.md,.csv,.json,.log", signal);
  if (file.size > MAX_BYTES) {
    throw new ToolweaveError(
      "too_large",
      `${file.name} has ${file.size} bytes; at most ${MAX_BYTES} can be read here.`,
    );
  }
  const text = await file.text();
  const about = { name: file.name, size_bytes: file.size };
  if (args.kind === "text") {
    const beginning = wholeCharacters(text, args.max_characters);
    return { ...about, text: beginning, is_cut: beginning.length < text.length };
  }
  const table = parseCsv(text);
  const rows = table.rows.slice(0, args.max_rows).map((row) => [...row]);
  return {
    file_id: keepTable(threadId, table),
    ...about,
    columns: [...table.columns],
    row_count: table.rows.length,
    rows,
    is_cut: rows.length < table.rows.length,
  };
});

/** Called within a click. A dialog that is closed without a choice is a decline. */
function chooseFile(accept: string, signal: AbortSignal): Promise<File> {
  if (typeof document === "undefined") throw unavailable("There is no page here to choose a file on.");
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  return new Promise((resolve, reject) => {
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file !== undefined) resolve(file);
    });
    input.addEventListener("cancel", () =>
      reject(new ToolweaveError("tool_declined", "The person closed the dialog without choosing a file.")),
    );
    signal.addEventListener("abort", () => reject(signal.reason));
    input.click();
  });
}
