/** Methods that change nothing, whatever the path. */
export const READING: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** What is asked for with POST because the question is long. */
const QUESTIONS = [
  /^\/assistants\/(search|count)$/,
  /^\/threads\/(search|count)$/,
  /^\/threads\/[^/]+\/(history|state\/checkpoint)$/,
  /^\/store\/(items\/search|namespaces)$/,
];

/** Whether a request changes nothing. `path` is relative to the api. */
export function isReading(method: string, path: string): boolean {
  if (READING.includes(method)) return true;
  const place = path.replace(/\/$/, "");
  return method === "POST" && QUESTIONS.some((question) => question.test(place));
}
