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
  const name = `toolweave:choices:${scope}`;

  function entries(): readonly [string, RunChoice][] {
    try {
      const read: unknown = JSON.parse(storage()?.getItem(name) ?? "[]");
      return Array.isArray(read) ? read.filter(isEntry).slice(0, MAX_THREADS + 1) : [];
    } catch {
      return []; // storage is refused, or somebody else wrote there
    }
  }

  return {
    read: (threadId = NEW_CHAT) => entries().find(([key]) => key === threadId)?.[1],
    write: (threadId = NEW_CHAT, choice) => {
      const others = entries().filter(([key]) => key !== threadId);
      const next = choice === undefined ? others : [[threadId, choice] as const, ...others];
      const threads = next.filter(([key]) => key !== NEW_CHAT).slice(0, MAX_THREADS);
      const kept = [...next.filter(([key]) => key === NEW_CHAT), ...threads];
      try {
        if (kept.length === 0) storage()?.removeItem(name);
        else storage()?.setItem(name, JSON.stringify(kept));
      } catch {
        // full or refused: after a reload the server's own choice holds
      }
    },
  };
}

function isEntry(value: unknown): value is [string, RunChoice] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isChoice(value[1]);
}

function isChoice(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { agent, model } = value as { agent?: unknown; model?: unknown };
  return [agent, model].every((part) => part === undefined || typeof part === "string");
}
