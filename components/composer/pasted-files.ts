/**
 * The files of a clipboard. None where it holds formatted text: a table that was copied from a spreadsheet brings a picture
 * of itself along, and it is the text that is meant.
 */
export function pastedFiles({ files, types }: Pick<DataTransfer, "files" | "types">): readonly File[] {
  const isFormattedText = types.includes("text/plain") && types.includes("text/html");
  return isFormattedText ? [] : [...files];
}
