import { ToolweaveError } from "@/lib/errors";

/** How long a client waits before it asks again for what stays open. */
const OPEN_RETRY_S = 5;

/** The user has asked too much in the last minute. */
export function rateLimited(retryAfterS: number): ToolweaveError {
  return new ToolweaveError("rate_limited", `Too many requests at once. Wait ${retryAfterS} s, then try again.`, {
    context: { retry_after_s: retryAfterS },
  });
}

/** As many answers are followed by the user as may be. */
export function tooManyStreams(limit: number): ToolweaveError {
  const sentence =
    limit === 1
      ? "You are following an answer already, and may follow one at a time. Close its tab or program, or wait for its end."
      : `You are following ${limit} answers already, as many as you may at a time. Close one of their tabs or programs, or wait for one to end.`;
  return new ToolweaveError("rate_limited", sentence, { context: { limit, retry_after_s: OPEN_RETRY_S } });
}

/** As many archives are made for the user as may be. */
export function tooManyExports(limit: number): ToolweaveError {
  const made = limit === 1 ? "A download of your data is" : `${limit} downloads of your data are`;
  return new ToolweaveError("rate_limited", `${made} going on already. Wait for one to end, then try again.`, {
    context: { limit, retry_after_s: OPEN_RETRY_S },
  });
}

/** As much is open for the visitors of one address as may be. */
export function tooMuchOfAddress(): ToolweaveError {
  return rateLimited(OPEN_RETRY_S);
}
