import type { NamedEvent } from "./custom-events";

/**
 * Where events stand that belong to no call: before the message that came next in their run. Until one comes they stand at
 * the run's end, which is `""` for the thread and the id of a nested run; so does what nothing ever followed.
 */
export type EventPlaces = {
  add(event: NamedEvent, end: string): void;
  /** A message begins: what stood at the end of its run stands before it. */
  begin(messageKey: string, end: string): void;
  /** What stood there goes with it. */
  forget(place: string): void;
  /** Oldest first; the same map and lists while nothing changed. */
  current(): ReadonlyMap<string, readonly NamedEvent[]>;
};

const MAX_EVENTS_PER_PLACE = 200;
const MAX_PLACES = 500;

/** At most 500 places, and at each the newest 200 events; of too many places the oldest goes. */
export function createEventPlaces(): EventPlaces {
  const growing = new Map<string, NamedEvent[]>();
  const changed = new Set<string>();
  let shown: ReadonlyMap<string, readonly NamedEvent[]> = new Map();

  function forget(place: string): void {
    if (growing.delete(place)) changed.add(place);
  }

  return {
    add: (event, end) => {
      const events = growing.get(end) ?? [];
      events.push(event);
      if (events.length > MAX_EVENTS_PER_PLACE) events.shift();
      growing.set(end, events);
      changed.add(end);
      const [oldest] = growing.keys();
      if (growing.size > MAX_PLACES && oldest !== undefined) forget(oldest);
    },
    begin: (messageKey, end) => {
      const events = growing.get(end);
      if (events === undefined) return;
      forget(end);
      growing.set(messageKey, events);
      changed.add(messageKey);
    },
    forget,
    current: () => {
      if (changed.size === 0) return shown;
      const next = new Map(shown);
      for (const place of changed) {
        const events = growing.get(place);
        if (events === undefined) next.delete(place);
        else next.set(place, [...events]);
      }
      changed.clear();
      shown = next;
      return shown;
    },
  };
}
