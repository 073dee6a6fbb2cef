import type { StreamEvent } from "@/lib/protocol";
import type { Warn } from "../warn-once";

/** An event that the graph wrote to its stream, under the name it gave. */
export type NamedEvent = {
  /** Different for each event of a thread: use it as the React key. */
  readonly id: string;
  readonly name: string;
  /** Where in the graph it was written; empty for the root. */
  readonly namespace: readonly string[];
  readonly data: unknown;
};

export type CustomEvents = {
  /** Undefined where it is not kept. */
  add(event: Extract<StreamEvent, { event: "custom" }>): NamedEvent | undefined;
  /** By name, oldest first; the same map and lists while nothing came. */
  current(): ReadonlyMap<string, readonly NamedEvent[]>;
};

const MAX_EVENTS_PER_NAME = 1_000;
const MAX_NAMES = 100;

/**
 * Keeps what a graph writes to its stream by name: `{ extension, item }` (a projection of a stream transformer) is the
 * item under that name, `{ type, … }` the whole event under its type, anything else is under the empty name. At most
 * 100 names, and of each the newest 1,000.
 */
export function createCustomEvents(warn: Warn): CustomEvents {
  const growing = new Map<string, NamedEvent[]>();
  const changed = new Set<string>();
  let shown: ReadonlyMap<string, readonly NamedEvent[]> = new Map();
  let count = 0;

  return {
    add: ({ namespace, data }) => {
      const { name, item } = read(data);
      const events = growing.get(name) ?? [];
      if (events.length === 0 && growing.size >= MAX_NAMES) {
        warn("too-many-names", `More than ${MAX_NAMES} names of custom events; "${name}" is not kept.`);
        return undefined;
      }
      count += 1;
      const named = { id: String(count), name, namespace, data: item };
      events.push(named);
      if (events.length > MAX_EVENTS_PER_NAME) events.shift();
      growing.set(name, events);
      changed.add(name);
      return named;
    },
    current: () => {
      if (changed.size === 0) return shown;
      const next = new Map(shown);
      for (const name of changed) next.set(name, [...(growing.get(name) ?? [])]);
      changed.clear();
      shown = next;
      return shown;
    },
  };
}

function read(data: unknown): { name: string; item: unknown } {
  if (typeof data !== "object" || data === null) return { name: "", item: data };
  if ("extension" in data && typeof data.extension === "string" && "item" in data) {
    return { name: data.extension, item: data.item };
  }
  return { name: "type" in data && typeof data.type === "string" ? data.type : "", item: data };
}
