import { createStoredEntries } from "../stored-entries";
import type { RunChoice } from "./run-choice";

/**
 * Remembers what the person chose in this browser: for each thread until a run went out with it (then the server knows),
 * and as the default of new chats (`undefined` as the thread). Neither method throws.
 */
export type ChoiceStore = {
  read(threadId: string | undefined): RunChoice | undefined;
  /** `undefined` forgets it. */
  write(threadId: string | undefined, choice: RunChoice | undefined): void;
};

const MAX_THREADS = 50;
/** No thread has an empty id. */
const NEW_CHAT = "";

/** `scope` names the server. At most 50 threads, the newest choice first. `storage` is asked for at each call, never while rendering. */
export function createChoiceStore(
  scope: string,
  storage: () => Storage | undefined = () => globalThis.localStorage,
): ChoiceStore {
  const stored = createStoredEntries(`toolweave:choices:${scope}`, isChoice, storage);
  return {
    read: (threadId = NEW_CHAT) => stored.read().find(([key]) => key === threadId)?.[1],
    write: (threadId = NEW_CHAT, choice) => {
      const others = stored.read().filter(([key]) => key !== threadId);
      const next = choice === undefined ? others : [[threadId, choice] as const, ...others];
      const threads = next.filter(([key]) => key !== NEW_CHAT).slice(0, MAX_THREADS);
      stored.write([...next.filter(([key]) => key === NEW_CHAT), ...threads]);
    },
  };
}

function isChoice(value: unknown): value is RunChoice {
  if (typeof value !== "object" || value === null) return false;
  const { agent, model } = value as { agent?: unknown; model?: unknown };
  return [agent, model].every((part) => part === undefined || typeof part === "string");
}
