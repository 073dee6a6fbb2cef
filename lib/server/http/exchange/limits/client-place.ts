import { createHash } from "node:crypto";

/** Addresses that share a place share its count, so that a flood from made-up ones takes no memory. */
const PLACES = 4_096;

/**
 * Where a request comes from, as a number. An address is what `x-forwarded-for` says last, which is what the host, or the proxy
 * before it, has seen itself; anybody can make up the rest.
 */
export function clientPlace({ headers }: Request): number {
  const address = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return createHash("sha256").update(address).digest().readUInt32BE() % PLACES;
}
