import type { RunRequest } from "@/lib/protocol";
import { blockOf } from "../view/attached-media";
import type { OwnMessage } from "./own-message";

/** What every run of ours asks for: pieces of messages, never the whole state each step. */
const SHARED = {
  stream_mode: ["messages-tuple", "updates", "custom", "tools"],
  stream_resumable: true,
  stream_subgraphs: true,
  on_disconnect: "continue",
  multitask_strategy: "reject",
} as const satisfies Partial<RunRequest>;

/** Where a run begins: at the newest checkpoint unless an earlier one is named. */
export type RunPlace = {
  readonly checkpointId?: string | undefined;
  /** Runs of this thread have begun at earlier checkpoints. */
  readonly isForked: boolean;
};

/** New messages of the person; their ids are this page's, and the server keeps them. */
export function inputRequest(agent: string, messages: readonly OwnMessage[], from: RunPlace): RunRequest {
  const input = { messages: messages.map(toHuman) };
  return { assistant_id: agent, input, ...place(from), ...sharedRequest() };
}

function toHuman({ id, text, attachments = [] }: OwnMessage) {
  const words = text === "" ? [] : [{ type: "text", text }];
  const content = attachments.length === 0 ? text : [...words, ...attachments.map(blockOf)];
  return { type: "human", id, content };
}

/** Answers to what the graph waits for. */
export function resumeRequest(agent: string, resume: unknown, isForked: boolean): RunRequest {
  return { assistant_id: agent, input: null, command: { resume }, ...place({ isForked }), ...sharedRequest() };
}

/** Goes on from the last checkpoint, or from an earlier one: what comes after it runs again, what was done stays done. */
export function continueRequest(agent: string, from: RunPlace): RunRequest {
  return { assistant_id: agent, input: null, ...place(from), ...sharedRequest() };
}

/** LangGraph's own server keeps the last run's checkpoint for the runs that name none (langgraph-api 1.x): that is taken back. */
function place({ checkpointId, isForked }: RunPlace): Pick<RunRequest, "checkpoint_id" | "config"> {
  if (checkpointId !== undefined) return { checkpoint_id: checkpointId };
  return isForked ? { config: { configurable: { checkpoint_id: null } } } : {};
}

/** What every run of ours is asked for, also when it is joined. */
export function sharedRequest() {
  return { ...SHARED, stream_mode: [...SHARED.stream_mode] };
}
