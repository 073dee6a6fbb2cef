import { ToolweaveError } from "@/lib/errors";

/** SQLite joins at most 1,000 conditions; every storage refuses alike. */
const MAX_FIELDS = 400;

/** Throws `bad_request` for a search that asks for more than 400 fields, nested ones counted. */
export function assertFewFields(wanted: Record<string, unknown>): void {
  let count = 0;
  const pending: unknown[] = [wanted];
  while (pending.length > 0) {
    const part = pending.pop();
    if (!isPlainObject(part)) continue;
    const parts = Object.values(part);
    count += parts.length;
    if (count > MAX_FIELDS)
      throw new ToolweaveError("bad_request", `A search may ask for at most ${MAX_FIELDS} fields at once.`);
    pending.push(...parts);
  }
}

/** An object that a search takes apart; a list is compared as a whole. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
