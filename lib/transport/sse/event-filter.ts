import type { SseEvent } from "./sse-decoder";

const MAX_REMEMBERED_IDS = 4096;

/** Keeps a resumed stream free of doubles and of other runs' events, and knows where to resume. */
export type EventFilter = {
  /** True for an event that belongs to the run and was not seen before; it is then seen. */
  accept(event: SseEvent): boolean;
  /** What to send as `Last-Event-ID`; undefined before the first id. */
  lastEventId(): string | undefined;
};

/**
 * Reads ids of both kinds: `<run id>:<seq>` (ours) and bare numbers (LangGraph's), scoped by the run of the request.
 * Other ids are compared as they are, the last 4,096 of them. An event without an id of its own cannot be compared and
 * passes, unless it is a cut last event of a stream that has ids: that one comes again after the rejoin.
 */
export function createEventFilter(runId: () => string | undefined, resumeAfter?: string): EventFilter {
  let lastId: string | undefined;
  let lastSequence = -1;
  const seen = new Set<string>();
  if (resumeAfter !== undefined) remember(resumeAfter);

  function remember(id: string): boolean {
    const { run, sequence } = readEventId(id);
    if (run !== undefined && runId() !== undefined && run !== runId()) return false;
    if (sequence === undefined) {
      if (seen.has(id)) return false;
      seen.add(id);
      if (seen.size > MAX_REMEMBERED_IDS) seen.delete(seen.values().next().value ?? id);
    } else {
      if (sequence <= lastSequence) return false;
      lastSequence = sequence;
    }
    lastId = id;
    return true;
  }

  return {
    accept: (event) => {
      if (!event.hasOwnId || event.id === "") return event.isTerminated || lastId === undefined;
      return remember(event.id);
    },
    lastEventId: () => lastId,
  };
}

/** The two parts of an event id, as far as it has them. */
export function readEventId(id: string): { run: string | undefined; sequence: number | undefined } {
  const colon = id.lastIndexOf(":");
  const run = colon <= 0 ? undefined : id.slice(0, colon);
  const digits = colon <= 0 ? id : id.slice(colon + 1);
  if (!/^\d{1,15}$/.test(digits)) return { run: undefined, sequence: undefined };
  return { run, sequence: Number(digits) };
}
