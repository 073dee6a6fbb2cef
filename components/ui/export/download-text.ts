import { toCsv } from "./to-csv";

/** Longer names are cut; file systems end at 255 bytes. */
const MAX_NAME_CHARACTERS = 80;

/** Hands a text to the browser as a file. Nothing leaves the machine. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes once the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Hands rows to the browser as a CSV file. The mark in front tells spreadsheets that it is UTF-8. */
export function downloadCsv(title: string, rows: readonly (readonly unknown[])[]): void {
  downloadText(fileNameOf(title, "csv"), `\ufeff${toCsv(rows)}`, "text/csv");
}

/** A name that every file system takes, with this ending unless the title has one already. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const name = Array.from(plain).slice(0, MAX_NAME_CHARACTERS).join("").trim() || "document";
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.${extension}`;
}
