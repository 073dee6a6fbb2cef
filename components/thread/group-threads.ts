import type { ThreadEntry } from "@/hooks";

export type ThreadGroups = {
  /** What runs, and what waits for the person. */
  readonly now: readonly ThreadEntry[];
  readonly today: readonly ThreadEntry[];
  readonly earlier: readonly ThreadEntry[];
};

/** Threads in the groups of the list; the order within a group is the order given. */
export function groupThreads(threads: readonly ThreadEntry[], now: Date): ThreadGroups {
  const groups = { now: [] as ThreadEntry[], today: [] as ThreadEntry[], earlier: [] as ThreadEntry[] };
  for (const thread of threads) {
    if (thread.status === "busy" || thread.status === "interrupted") groups.now.push(thread);
    else if (isSameDay(new Date(thread.updatedAt), now)) groups.today.push(thread);
    else groups.earlier.push(thread);
  }
  return groups;
}

/** How the time of a thread is told: a clock today, a weekday within six days, else a date. */
export function timeStyle(updatedAt: Date, now: Date): "clock" | "weekday" | "date" {
  if (isSameDay(updatedAt, now)) return "clock";
  const days = (startOfDay(now) - startOfDay(updatedAt)) / 86_400_000;
  return days > 0 && days < 6.5 ? "weekday" : "date";
}

function isSameDay(a: Date, b: Date): boolean {
  return startOfDay(a) === startOfDay(b);
}

function startOfDay(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
