/** The Python exceptions that the ported functions raise. */
export type PythonErrorName = "TypeError" | "ValueError" | "AttributeError" | "JSONDecodeError" | "ValidationError";

/**
 * What the reference would have raised: `name` is the name of the Python exception.
 * Recognise it by `name`; a `TypeError` of this kind is not an instance of JavaScript's TypeError.
 */
export class PythonError extends Error {
  override readonly name: PythonErrorName;

  constructor(name: PythonErrorName, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = name;
  }
}
