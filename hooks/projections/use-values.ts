import { shallow } from "zustand/vanilla/shallow";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

export type StateValues = Readonly<Record<string, unknown>>;

/**
 * A part of the graph's state beside its messages: what its nodes wrote as they wrote it, and the server's own state
 * whenever a run settles. Re-renders when the selected part changes; compares one level deep unless `isEqual` says
 * otherwise. A channel that adds up what is written to it shows the last piece until the run settles.
 */
export function useValues(): StateValues;
export function useValues<Part>(select: (values: StateValues) => Part, isEqual?: (a: Part, b: Part) => boolean): Part;
export function useValues(
  select: (values: StateValues) => unknown = identity,
  isEqual: (a: unknown, b: unknown) => boolean = shallow,
): unknown {
  const { session } = useAgentContext("useValues");
  return useSlice(session.store, (state) => select(state.values), isEqual);
}

function identity(values: StateValues): StateValues {
  return values;
}
