import { useCallback } from "react";
import type { SessionState } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

type SetDraft = (text: string | ((current: string) => string)) => void;

/**
 * What stands in the composer of the thread that is shown, and how to change it. It outlives a reload, and does not
 * follow into another thread.
 */
export function useDraft(): readonly [text: string, setText: SetDraft] {
  const { session } = useAgentContext("useDraft");
  const setText = useCallback<SetDraft>(
    (text) => session.setDraft(typeof text === "string" ? text : text(selectDraft(session.store.getState()))),
    [session],
  );
  return [useSlice(session.store, selectDraft), setText];
}

function selectDraft(state: SessionState): string {
  return state.draft;
}
