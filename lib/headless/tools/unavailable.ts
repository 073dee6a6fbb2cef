import { ToolweaveError } from "@/lib/errors";

/** What a tool throws where the browser has no such interface, does not permit it, or the person's device cannot. */
export function unavailable(sentence: string, cause?: unknown): ToolweaveError {
  return new ToolweaveError("tool_unavailable", sentence, { cause });
}

/** What a tool throws where the browser wants a fresh click first. Only before anything was done. */
export function gestureSpent(cause: unknown): ToolweaveError {
  return new ToolweaveError("gesture_spent", "The browser allows this only right after a click.", { cause });
}

/** Throws where the page is on neither https nor localhost. `what` is the subject: "The browser gives the location". */
export function requireSecureOrigin(what: string): void {
  if (globalThis.isSecureContext !== false) return;
  throw unavailable(`${what} only to pages on https or localhost, and this page is neither.`);
}

/** True for the error of a browser that does not permit something. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "SecurityError");
}
