import { ToolweaveError } from "@/lib/errors";

/** Who a request comes from. What else `config.auth` says of a person, graphs can read; it must be JSON. */
export type User = { readonly userId: string; readonly [claim: string]: unknown };

/** A request that says not who it is: it owns nothing, so that it sees nothing. No user may have its id. */
export const NOBODY: User = { userId: "" };

/** The one user of a server that asks nobody who they are. */
export const EVERYONE: User = { userId: "everyone" };

const MAX_ID_CHARACTERS = 255;

/** Throws a TypeError for what cannot be a user: the mistake is in `config.auth`. */
export function assertUser(value: unknown): asserts value is User {
  const id = typeof value === "object" && value !== null ? (value as { userId?: unknown }).userId : undefined;
  if (typeof id === "string" && id.length > 0 && id.length <= MAX_ID_CHARACTERS) return;
  throw new TypeError(
    `config.auth must give { userId } with 1 to ${MAX_ID_CHARACTERS} characters, or a Response that refuses the request.`,
  );
}

/** The request says not who it is, and what it asks for is for users only. */
export function unauthenticated(message: string): ToolweaveError {
  return new ToolweaveError("unauthenticated", message);
}
