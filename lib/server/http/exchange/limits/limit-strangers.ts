import { clientPlace } from "./client-place";
import { createMinuteLimit } from "./minute-limit";

/** Called for a request that says not whose it is, or says it wrongly. Rejects with `rate_limited` where its address had too many. */
export type CountStranger = (request: Request) => Promise<void>;

/** Only strangers are counted and held up: nobody with a cookie or a key is locked out by a neighbour. */
export type StrangerLimits = {
  /** For what is refused. */
  readonly refused: CountStranger;
  /** For what is answered, with nothing. */
  readonly answered: CountStranger;
};

export function limitStrangers(limits: {
  readonly refusalsPerMinute: number;
  readonly requestsPerMinute: number;
}): StrangerLimits {
  return { refused: limitAddress(limits.refusalsPerMinute), answered: limitAddress(limits.requestsPerMinute) };
}

function limitAddress(perMinute: number): CountStranger {
  const count = createMinuteLimit(perMinute);
  return (request) => count(clientPlace(request));
}
