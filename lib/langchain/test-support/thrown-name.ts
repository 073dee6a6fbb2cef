import { PythonError } from "../python/python-error";

/**
 * The name of the PythonError that `action` throws, or "nothing". An error of any other class is thrown on: a TypeError
 * of JavaScript's own, such as a write to a frozen input, must not pass for Python's.
 */
export function thrownName(action: () => unknown): string {
  try {
    action();
    return "nothing";
  } catch (error) {
    if (error instanceof PythonError) return error.name;
    throw error;
  }
}
