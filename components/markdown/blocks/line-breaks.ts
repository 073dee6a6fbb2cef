/**
 * Reads a text as every Markdown parser does: its line breaks are `\n`, and a NUL is a replacement character. Of a text
 * that goes on from the last one only the new characters are read.
 */
export function createLineBreakReader(): (written: string) => string {
  let lastWritten = "";
  let lastText = "";
  return (written) => {
    const isMore = beginsWith(written, lastWritten);
    // Half of a `\r\n` is read again with its other half.
    const again = isMore && lastWritten.endsWith("\r") ? 1 : 0;
    const more = isMore ? written.slice(lastWritten.length - again) : written;
    const clean = withOwnLineBreaks(more);
    const isAsWritten = clean === more && (!isMore || lastText === lastWritten);
    lastText = isAsWritten ? written : (isMore ? lastText.slice(0, lastText.length - again) : "") + clean;
    lastWritten = written;
    return lastText;
  };
}

/** `startsWith` compares character by character in V8, at forty times the cost on a long text. */
export function beginsWith(text: string, beginning: string): boolean {
  return text.length >= beginning.length && text.slice(0, beginning.length) === beginning;
}

function withOwnLineBreaks(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.includes("\0") ? lines.replaceAll("\0", "\uFFFD") : lines;
}
