import { type InputPlace, inputAt } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

/** What stands half written in a box, and how to keep it; `undefined`: nothing. */
export type KeptInputControls = readonly [value: unknown, keep: (value: unknown) => void];

/**
 * What a person writes into a box of the thread that is shown, a form's field for one, until it is given. It outlives a
 * reload and another thread in between, is never shown at another place or about something else, and goes with the
 * interrupt that `place` names. The value may have been written by another version of the page: read it with care.
 */
export function useKeptInput(place: InputPlace): KeptInputControls {
  const { session } = useAgentContext("useKeptInput");
  const value = useSlice(session.store, ({ inputs }) => inputAt(inputs, place));
  return [value, (next) => session.keepInput(place, next)];
}
