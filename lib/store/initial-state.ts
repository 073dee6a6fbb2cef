import { EMPTY_DRAFT } from "./outbox/draft";
import type { SessionState } from "./session-state";

/** Before any answer came. */
export const NO_USAGE: SessionState["usage"] = {
  thread: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  run: undefined,
};

/** What a server render and the first client render show: the same for the same thread. */
export function initialState(threadId: string | undefined): SessionState {
  return {
    revision: 0,
    threadId,
    runId: undefined,
    status: "idle",
    isLoading: threadId !== undefined,
    earlierCount: 0,
    isLoadingEarlier: false,
    messageIds: [],
    messages: new Map(),
    calls: new Map(),
    questions: [],
    interrupts: [],
    values: {},
    customEvents: new Map(),
    placedEvents: new Map(),
    subagents: [],
    usage: NO_USAGE,
    branches: new Map(),
    rerunnable: new Set(),
    checkpointId: undefined,
    feedback: new Map(),
    choice: {},
    queue: [],
    draft: EMPTY_DRAFT,
    inputs: [],
    isWaitingForNetwork: false,
    problem: undefined,
    reconnect: undefined,
    runStartedAtMs: undefined,
  };
}
