import type { Context } from "hono";

/** Tells the total of all matches, and where the next page begins while there is one. */
export function paginate(context: Context, next: number, total: number): void {
  context.header("X-Pagination-Total", String(total));
  if (next < total) context.header("X-Pagination-Next", String(next));
}
