import type { ToolweaveError } from "@/lib/errors";
import { isVisitor, type User } from "../../../users";
import { clientPlace } from "./client-place";
import { tooMuchOfAddress } from "./refusals";

/** Gives a place back. Called as often as one likes. */
type Release = () => void;

/** A place that is taken, and whose connection it is for. */
export type OpenPlace = { readonly release: Release; readonly signal: AbortSignal };

/** So many of something may be open at once for each user. */
export type OpenLimit = {
  /**
   * Takes a place for what answers a request, until it is given back, or the request's connection is gone. Throws
   * `rate_limited` where the user has none left.
   */
  take(request: Request, user: User): Release;
};

/**
 * Anybody is given as many cookies as they like: visitors of one address have together what so many have. Where no host or proxy
 * names addresses all would have one, and one could shut out all others: there they are counted apart only.
 */
const VISITORS_PER_ADDRESS = 8;

export function createOpenLimit(max: number, refusal: (max: number) => ToolweaveError): OpenLimit {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;

  return {
    take(request, { userId }) {
      const own = `user ${userId}`;
      const hasAddress = request.headers.has("x-forwarded-for");
      const shared = hasAddress && isVisitor(userId) ? `address ${clientPlace(request)}` : undefined;
      if (countOf(own) >= max) throw refusal(max);
      if (shared !== undefined && countOf(shared) >= max * VISITORS_PER_ADDRESS) throw tooMuchOfAddress();
      const keys = shared === undefined ? [own] : [own, shared];
      for (const key of keys) counts.set(key, countOf(key) + 1);

      let isTaken = true;
      const release = () => {
        if (!isTaken) return;
        isTaken = false;
        request.signal.removeEventListener("abort", release);
        for (const key of keys) {
          if (countOf(key) > 1) counts.set(key, countOf(key) - 1);
          else counts.delete(key);
        }
      };
      request.signal.addEventListener("abort", release); // a host may drop an answer without a word to its body
      if (request.signal.aborted) release();
      return release;
    },
  };
}

/** Takes a place for what `answer` opens, which gives it back at its end; it is given back at once where nothing was opened. */
export async function whileOpen(
  limit: OpenLimit,
  { request, user }: { readonly request: Request; readonly user: User },
  answer: (place: OpenPlace) => Promise<Response> | Response,
): Promise<Response> {
  const release = limit.take(request, user);
  try {
    return await answer({ release, signal: request.signal });
  } catch (error) {
    release();
    throw error;
  }
}
