import { createHash } from "node:crypto";
import { createMinuteLimit } from "./minute-limit";

/**
 * Called for each request that is refused because it says not whose it is, or says it wrongly. Rejects with `rate_limited`
 * where its address had too many refused in the last minute.
 */
export type CountRefusal = (request: Request) => Promise<void>;

/** Addresses that share a place share its count, so that a flood from made-up ones takes no memory. */
const PLACES = 4_096;

/**
 * Only refusals are counted and only strangers are held up: nobody with a cookie or a key is locked out by a neighbour. An
 * address is what `x-forwarded-for` says last, which is what the host, or the proxy before it, has seen itself; anybody can
 * make up the rest.
 */
export function limitStrangers(perMinute: number): CountRefusal {
  const count = createMinuteLimit(perMinute);
  return async ({ headers }) => {
    const address = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
    const place = createHash("sha256").update(address).digest().readUInt32BE() % PLACES;
    await count(place);
  };
}
