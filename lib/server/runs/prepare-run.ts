import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";
import type { Checkpoint, RunRequest } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import type { Storage } from "../persistence/storage";
import { type ClosedCalls, closeDanglingCalls, type Place } from "./calls/close-calls";
import { findDanglingCalls, messagesOf } from "./calls/dangling-calls";
import { checkpointNotFound } from "./refusals";
import { checkRemovals } from "./request/check-removals";
import { readRunInput, toCommand } from "./request/read-input";
import { readResume } from "./request/read-resume";

type PrepareParts = Pick<Storage, "saver" | "claims" | "pendingInterrupts">;

/** What the graph is given, which interrupts that answers, and which calls were closed to make way for it. */
export type PreparedRun = {
  readonly input: unknown;
  readonly answering: ReadonlySet<string>;
  readonly closed: ClosedCalls | undefined;
};

/** For the model: the person went on before the tool came to an end. */
const CANCELLED_BY_MESSAGE = "Cancelled: the person sent a new message before this was done.";

/**
 * Turns a request into the graph's input. Must be called under the thread's lock, with no run on the thread.
 * A resume is checked against what waits. New input first closes the calls that nobody answered, so that the history
 * stays valid for every provider; the model is not called in between.
 */
export async function prepareRun(
  request: RunRequest,
  graph: AgentGraph,
  { saver, claims, pendingInterrupts }: PrepareParts,
  threadId: string,
): Promise<PreparedRun> {
  const { command } = request;
  const place = placeOf(request, threadId);
  const current = () => graph.getState(place);
  const check = (input: unknown, field: string) =>
    checkRemovals(messagesOf(input), graph, current, `${field}.messages`);
  if (command && Object.hasOwn(command, "resume")) {
    const pending = Object.values(await pendingInterrupts(threadId)).flat();
    const answers = readResume(command.resume, pending);
    const input = toCommand(command, answers, graph);
    await check(input.update, "command.update");
    return { input, answering: new Set(Object.keys(answers)), closed: undefined };
  }
  const nothing = { answering: new Set<string>(), closed: undefined };
  if (command) {
    const input = toCommand(command, undefined, graph);
    await check(input.update, "command.update");
    return { ...nothing, input };
  }
  if (request.input === undefined || request.input === null) {
    await requireCheckpoint(saver, threadId);
    return { ...nothing, input: null };
  }
  const input = readRunInput(request.input, graph);
  await check(input, "input");
  if (!(await mayHaveOpenCalls(saver, place))) return { ...nothing, input };
  return { ...nothing, input, closed: await closeDanglingCalls(graph, claims, place, CANCELLED_BY_MESSAGE) };
}

function placeOf(request: RunRequest, threadId: string): Place {
  const checkpointId = checkpointIdOf(request);
  const place = { thread_id: threadId, checkpoint_ns: "" };
  return { configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId } };
}

/**
 * Throws `not_found` when the checkpoint that a run is to start from is not there: LangGraph would start from nothing,
 * and the thread would seem empty.
 */
export async function requireStart(request: RunRequest, saver: BaseCheckpointSaver, threadId: string): Promise<void> {
  const checkpointId = checkpointIdOf(request);
  if (checkpointId === undefined || (await saver.getTuple(placeOf(request, threadId)))) return;
  throw checkpointNotFound(threadId, checkpointId);
}

/** The checkpoint that a run starts from, when it is not the last. */
export function checkpointIdOf(request: RunRequest): string | undefined {
  const checkpoint: Checkpoint | null | undefined = request.checkpoint;
  return request.checkpoint_id || checkpoint?.checkpoint_id || undefined;
}

/** Whether it is worth asking the graph, which costs as much as a step: almost never. */
async function mayHaveOpenCalls(saver: BaseCheckpointSaver, place: Place): Promise<boolean> {
  const tuple = await saver.getTuple(place);
  if (!tuple) return false;
  const { messages } = tuple.checkpoint.channel_values;
  return !Array.isArray(messages) || findDanglingCalls(messages).length > 0;
}

async function requireCheckpoint(saver: BaseCheckpointSaver, threadId: string): Promise<void> {
  if (await saver.getTuple({ configurable: { thread_id: threadId } })) return;
  throw new ToolweaveError("bad_request", "This thread is empty, so there is nothing to go on with: send input.", {
    context: { field: "input" },
  });
}
