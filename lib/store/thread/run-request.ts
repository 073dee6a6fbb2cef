import type { RunRequest } from "@/lib/protocol";
import type { RunTarget } from "../choice/run-target";
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
export function inputRequest(target: RunTarget, messages: readonly OwnMessage[], from: RunPlace): RunRequest {
  const input = { messages: messages.map(toHuman) };
  return { ...address(target, from), input, ...sharedRequest() };
}

function toHuman({ id, text, attachments = [] }: OwnMessage) {
  const words = text === "" ? [] : [{ type: "text", text }];
  const content = attachments.length === 0 ? text : [...words, ...attachments.map(blockOf)];
  return { type: "human", id, content };
}

/** Answers to what the graph waits for. */
export function resumeRequest(target: RunTarget, resume: unknown, isForked: boolean): RunRequest {
  return { ...address(target, { isForked }), input: null, command: { resume }, ...sharedRequest() };
}

/** Goes on from the last checkpoint, or from an earlier one: what comes after it runs again, what was done stays done. */
export function continueRequest(target: RunTarget, from: RunPlace): RunRequest {
  return { ...address(target, from), input: null, ...sharedRequest() };
}

/** LangGraph's own server keeps the last run's checkpoint for the runs that name none (langgraph-api 1.x): that is taken back. */
function address({ agent, model }: RunTarget, { checkpointId, isForked }: RunPlace): RunRequest {
  const configurable = {
    ...(model === undefined ? {} : { model }),
    ...(isForked && checkpointId === undefined ? { checkpoint_id: null } : {}),
  };
  return {
    assistant_id: agent,
    ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId }),
    ...(Object.keys(configurable).length === 0 ? {} : { config: { configurable } }),
  };
}

/** What every run of ours is asked for, also when it is joined. */
export function sharedRequest() {
  return { ...SHARED, stream_mode: [...SHARED.stream_mode] };
}
