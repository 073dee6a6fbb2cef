import { useMemo } from "react";
import { shallow } from "zustand/vanilla/shallow";
import type { AgentSession, SessionState } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

type AgentSlice = Pick<
  SessionState,
  | "status"
  | "threadId"
  | "runId"
  | "checkpointId"
  | "isLoading"
  | "queue"
  | "isWaitingForNetwork"
  | "problem"
  | "reconnect"
  | "runStartedAtMs"
>;

type AgentActions = Pick<
  AgentSession,
  | "submit"
  | "stop"
  | "retry"
  | "resume"
  | "respond"
  | "regenerate"
  | "edit"
  | "fork"
  | "open"
  | "decide"
  | "argumentFaults"
  | "editQueued"
  | "removeQueued"
  | "holdQueued"
  | "sendQueuedNow"
>;

export type Agent = AgentSlice & AgentActions;

/** The state of the run and everything that can be done with the thread. Does not re-render for a chunk; the functions are stable. */
export function useAgent(): Agent {
  const { session, announceThread } = useAgentContext("useAgent");
  const slice = useSlice(session.store, selectAgent, shallow);
  const actions = useMemo<AgentActions>(
    () => ({
      submit: session.submit,
      stop: session.stop,
      retry: session.retry,
      resume: session.resume,
      respond: session.respond,
      regenerate: session.regenerate,
      edit: session.edit,
      fork: session.fork,
      open: (threadId) => {
        announceThread(threadId);
        return session.open(threadId);
      },
      decide: session.decide,
      argumentFaults: session.argumentFaults,
      editQueued: session.editQueued,
      removeQueued: session.removeQueued,
      holdQueued: session.holdQueued,
      sendQueuedNow: session.sendQueuedNow,
    }),
    [session, announceThread],
  );
  return useMemo(() => ({ ...slice, ...actions }), [slice, actions]);
}

function selectAgent(state: SessionState): AgentSlice {
  return {
    status: state.status,
    threadId: state.threadId,
    runId: state.runId,
    checkpointId: state.checkpointId,
    isLoading: state.isLoading,
    queue: state.queue,
    isWaitingForNetwork: state.isWaitingForNetwork,
    problem: state.problem,
    reconnect: state.reconnect,
    runStartedAtMs: state.runStartedAtMs,
  };
}
