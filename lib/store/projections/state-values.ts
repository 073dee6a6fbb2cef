import { isSameJson } from "../view/is-same-json";

export type StateValues = {
  /** An `updates` event of the root: what each node wrote. */
  takeUpdates(updates: Readonly<Record<string, unknown>>): void;
  /** The server's state: the truth. */
  settle(values: unknown): void;
  /** The same object while nothing changed; a value that is the same keeps its identity. */
  current(): Readonly<Record<string, unknown>>;
};

/**
 * The state of a graph beside its messages. While a run goes on, a value is what a node wrote last (a channel that adds
 * up what is written to it shows the last piece); the state that is read when the run settles puts that right.
 */
export function createStateValues(): StateValues {
  let values: Readonly<Record<string, unknown>> = {};

  function put(written: unknown): void {
    for (const [name, value] of channelsOf(written)) {
      if (!isSameJson(values[name], value) || !Object.hasOwn(values, name)) values = { ...values, [name]: value };
    }
  }

  return {
    takeUpdates: (updates) => {
      for (const [node, written] of Object.entries(updates)) {
        if (!node.startsWith("__")) for (const one of [written].flat()) put(one);
      }
    },
    settle: (state) => {
      const listed = new Set(channelsOf(state).map(([name]) => name));
      if (Object.keys(values).some((name) => !listed.has(name))) {
        values = Object.fromEntries(Object.entries(values).filter(([name]) => listed.has(name)));
      }
      put(state);
    },
    current: () => values,
  };
}

function channelsOf(written: unknown): [string, unknown][] {
  if (typeof written !== "object" || written === null || Array.isArray(written)) return [];
  return Object.entries(written).filter(([name]) => name !== "messages" && !name.startsWith("__"));
}
