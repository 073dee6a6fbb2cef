/** What one tab tells the others of its browser. The server stays the truth: news only say that it is time to look. */
export type TabNews =
  | { readonly type: "run-started"; readonly threadId: string }
  /** The person stops it: it ends soon, and not by itself. */
  | { readonly type: "run-stopped"; readonly threadId: string; readonly runId: string | undefined }
  | { readonly type: "run-settled"; readonly threadId: string }
  /** Created or renamed: lists show it differently. */
  | { readonly type: "thread-changed"; readonly threadId: string }
  | { readonly type: "thread-deleted"; readonly threadId: string }
  /** What stands in the composer of a thread was kept anew. */
  | { readonly type: "draft-changed"; readonly threadId: string };

const TYPES: ReadonlySet<unknown> = new Set<TabNews["type"]>([
  "run-started",
  "run-stopped",
  "run-settled",
  "thread-changed",
  "thread-deleted",
  "draft-changed",
]);

/** News of another tab, which may run an older or newer page; undefined for what this page does not understand. */
export function readTabNews(message: unknown): TabNews | undefined {
  return isTabNews(message) ? message : undefined;
}

function isTabNews(message: unknown): message is TabNews {
  if (typeof message !== "object" || message === null || !("type" in message) || !("threadId" in message)) return false;
  return TYPES.has(message.type) && typeof message.threadId === "string";
}
