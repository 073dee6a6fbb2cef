const DECLINED = "The person declined this call";
const DECLINED_AGAIN =
  "An earlier run of this call was cut off: it may have been done all the same. The person declined to run it again";

/** What a person's no was: `mayHaveRun` is that to another run of a call that was cut off. */
export type Decline = { readonly reason?: string | undefined; readonly mayHaveRun: boolean };

/** How the model is told that a person declined a call. */
export function writeDecline({ reason = "", mayHaveRun }: Decline): string {
  const what = mayHaveRun ? DECLINED_AGAIN : DECLINED;
  return reason.trim() === "" ? `${what}.` : `${what}: ${reason.trim()}`;
}

/** What `writeDecline` wrote; undefined for other words, as those of a tool whose own dialog was closed. */
export function readDecline(words: string): Decline | undefined {
  const what = [DECLINED_AGAIN, DECLINED].find((start) => words.startsWith(start));
  if (what === undefined) return undefined;
  const mayHaveRun = what === DECLINED_AGAIN;
  const rest = words.slice(what.length);
  if (rest === ".") return { mayHaveRun };
  return rest.startsWith(": ") ? { reason: rest.slice(2), mayHaveRun } : undefined;
}
