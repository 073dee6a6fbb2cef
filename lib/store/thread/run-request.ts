import type { RunRequest } from "@/lib/protocol";
import type { OwnMessage } from "./own-message";

/** What every run of ours asks for: pieces of messages, never the whole state each step. */
const SHARED = {
  stream_mode: ["messages-tuple", "updates", "custom", "tools"],
  stream_resumable: true,
  stream_subgraphs: true,
  on_disconnect: "continue",
  multitask_strategy: "reject",
} as const satisfies Partial<RunRequest>;

/** New messages of the person; their ids are this page's, and the server keeps them. `from`: a checkpoint that is not the newest. */
export function inputRequest(agent: string, messages: readonly OwnMessage[], from?: string): RunRequest {
  const input = { messages: messages.map(({ id, text }) => ({ type: "human", id, content: text })) };
  return { assistant_id: agent, input, ...place(from), ...sharedRequest() };
}

/** Answers to what the graph waits for. */
export function resumeRequest(agent: string, resume: unknown): RunRequest {
  return { assistant_id: agent, input: null, command: { resume }, ...sharedRequest() };
}

/** Goes on from the last checkpoint, or from an earlier one: what comes after it runs again, what was done stays done. */
export function continueRequest(agent: string, from?: string): RunRequest {
  return { assistant_id: agent, input: null, ...place(from), ...sharedRequest() };
}

function place(checkpointId: string | undefined): Pick<RunRequest, "checkpoint_id"> {
  return checkpointId === undefined ? {} : { checkpoint_id: checkpointId };
}

/** What every run of ours is asked for, also when it is joined. */
export function sharedRequest() {
  return { ...SHARED, stream_mode: [...SHARED.stream_mode] };
}
