import { useCallback, useRef, useSyncExternalStore } from "react";

/** What a slice can be taken from: a zustand vanilla store, or anything shaped like one. */
export type ReadableStore<State> = {
  getState(): State;
  /** What a server render and the first client render see. */
  getInitialState(): State;
  subscribe(listener: () => void): () => void;
};

/**
 * The one subscription adapter: re-renders when the selected slice changes, and keeps the old slice's identity while
 * `isEqual` says that it is the same. `select` may be a new function at every render.
 */
export function useSlice<State, Slice>(
  store: ReadableStore<State>,
  select: (state: State) => Slice,
  isEqual: (a: Slice, b: Slice) => boolean = Object.is,
): Slice {
  const last = useRef<{ slice: Slice } | undefined>(undefined);
  const keep = (slice: Slice): Slice => {
    if (last.current !== undefined && isEqual(last.current.slice, slice)) return last.current.slice;
    last.current = { slice };
    return slice;
  };
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(listener), [store]),
    oncePerState(store.getState, (state) => keep(select(state))),
    oncePerState(store.getInitialState, (state) => keep(select(state))),
  );
}

/** React asks several times for one render; a slice that is made anew each time would never be the same twice. */
function oncePerState<State, Slice>(read: () => State, select: (state: State) => Slice): () => Slice {
  let last: { state: State; slice: Slice } | undefined;
  return () => {
    const state = read();
    if (last === undefined || last.state !== state) last = { state, slice: select(state) };
    return last.slice;
  };
}
