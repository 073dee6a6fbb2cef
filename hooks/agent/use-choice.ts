import { useMemo } from "react";
import type { Assistant, ModelChoiceInfo } from "@/lib/protocol";
import type { RunChoice } from "@/lib/store";
import { useInfo } from "../server/use-info";
import { useAssistants } from "../threads/use-assistants";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

export type Choice = {
  /** The agents that can be chosen; empty where there is one, or where the provider names it. */
  readonly agents: readonly Assistant[];
  /** The one that the next message goes to. */
  readonly agent: Assistant | undefined;
  /** The models that can be chosen; one with a `problem` cannot. Empty where there is one, or where the agent has its own. */
  readonly models: readonly ModelChoiceInfo[];
  readonly model: ModelChoiceInfo | undefined;
  /** What is not named stays as it is. */
  choose(choice: RunChoice): void;
};

const NO_AGENTS: readonly Assistant[] = [];
const NO_MODELS: readonly ModelChoiceInfo[] = [];

/**
 * Which agent and which model the next message goes to, and which there are. A choice holds from the next message on: a run
 * that goes on, or waits for an answer, stays with whom it began. It is remembered for the thread, and for new ones.
 */
export function useChoice(): Choice {
  const { session, agentName } = useAgentContext("useChoice");
  const { info, agent: shown } = useInfo();
  const said = info?.toolweave;
  const isOpen = agentName === undefined && info !== undefined && (said === undefined || said.agents.length > 1);
  const { assistants } = useAssistants({ isWanted: isOpen });
  const choice = useSlice(session.store, (state) => state.choice);
  return useMemo(() => {
    const wanted = choice.agent ?? shown?.id;
    const named = assistants.find(({ assistant_id, graph_id }) => assistant_id === wanted || graph_id === wanted);
    const models = shown?.has_own_model ? NO_MODELS : (said?.model_choices ?? NO_MODELS);
    return {
      agents: isOpen && assistants.length > 1 ? assistants : NO_AGENTS,
      agent: named ?? assistants[0],
      models,
      model: models.find(({ id, problem }) => id === choice.model && !problem) ?? models[0],
      choose: session.choose,
    };
  }, [assistants, choice, isOpen, said, session, shown]);
}
