import type { PendingCall } from "@/lib/headless";
import type { PendingInterrupt, Question } from "../session-state";

/** Questions and calls in one list; the same list while they are the same. */
export type InterruptList = (
  questions: readonly Question[],
  calls: readonly PendingCall[],
) => readonly PendingInterrupt[];

export function createInterruptList(): InterruptList {
  let sources: readonly (Question | PendingCall)[] = [];
  let shown: readonly PendingInterrupt[] = [];
  return (questions, calls) => {
    const next = [...questions, ...calls];
    if (next.length === sources.length && next.every((one, place) => one === sources[place])) return shown;
    sources = next;
    shown = [
      ...questions.map(({ id, value }) => ({ kind: "question", id, value }) as const),
      ...calls.map(({ interruptId: id, callId, name, args }) => ({ kind: "tool", id, callId, name, args }) as const),
    ];
    return shown;
  };
}
