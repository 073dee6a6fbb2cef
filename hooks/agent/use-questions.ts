import type { Question, SessionState } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

/** The graph's open questions, oldest first; what is submitted next answers the first of them. */
export function useQuestions(): readonly Question[] {
  return useSlice(useAgentContext("useQuestions").session.store, selectQuestions);
}

function selectQuestions(state: SessionState): readonly Question[] {
  return state.questions;
}
