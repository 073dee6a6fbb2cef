import type { SearchThreads, Thread } from "@/lib/protocol";

/** A thread with what a search asks for, and its id in any case. */
export function selectFields(thread: Thread, fields: SearchThreads["select"]): Thread {
  if (!fields) return thread;
  const chosen = Object.entries(thread).filter(([field]) => field === "thread_id" || fields.includes(field));
  return Object.fromEntries(chosen) as Thread; // the caller asked for a part of it
}

/** Whether a search has to read values. */
export function wantsValues({ select }: SearchThreads): boolean {
  return !select || select.includes("values");
}
