import type { ToolMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";
import type { Checkpoint, RunRequest } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import { readPendingInterrupts } from "../persistence/pending-interrupts";
import { cancelCalls, findDanglingCalls, messagesOf } from "./dangling-calls";
import { readInput, toCommand } from "./read-input";
import { readResume } from "./read-resume";

/** What the graph is given, which interrupts that answers, and which calls were closed to make way for it. */
export type PreparedRun = {
  readonly input: unknown;
  readonly answering: ReadonlySet<string>;
  readonly closed: ClosedCalls | undefined;
};

/** Answers to calls that will not run, and the node they were written as. */
export type ClosedCalls = { readonly node: string; readonly messages: ToolMessage[] };

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
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<PreparedRun> {
  const { command } = request;
  if (command && Object.hasOwn(command, "resume")) {
    const pending = Object.values(await readPendingInterrupts(saver, threadId)).flat();
    const answers = readResume(command.resume, pending);
    return { input: toCommand(command, answers), answering: new Set(Object.keys(answers)), closed: undefined };
  }
  const nothing = { answering: new Set<string>(), closed: undefined };
  if (command) return { ...nothing, input: toCommand(command, undefined) };
  if (request.input === undefined || request.input === null) {
    await requireCheckpoint(saver, threadId);
    return { ...nothing, input: null };
  }
  const input = readInput(request.input);
  if (checkpointIdOf(request)) return { ...nothing, input };
  if (!(await mayHaveOpenCalls(saver, threadId))) return { ...nothing, input };
  return { ...nothing, input, closed: await closeDanglingCalls(graph, threadId, CANCELLED_BY_MESSAGE) };
}

/** The checkpoint that a run starts from, when it is not the last. */
export function checkpointIdOf(request: RunRequest): string | undefined {
  const checkpoint: Checkpoint | null | undefined = request.checkpoint;
  return request.checkpoint_id ?? checkpoint?.checkpoint_id ?? undefined;
}

/**
 * Answers the open calls of the last turn with "cancelled", as the node that would have answered them.
 * What sibling tools already answered is kept. Does nothing where no call is open.
 */
export async function closeDanglingCalls(
  graph: AgentGraph,
  threadId: string,
  reason: string,
): Promise<ClosedCalls | undefined> {
  const config = { configurable: { thread_id: threadId } };
  const state = await graph.getState(config);
  const calls = findDanglingCalls(messagesOf(state.values));
  if (calls.length === 0) return undefined;
  const node = state.tasks.find((task) => task.interrupts.length > 0)?.name ?? state.next[0] ?? lastNode(graph);
  const messages = cancelCalls(calls, reason);
  await graph.updateState(config, { messages }, node);
  return { node: node ?? "", messages };
}

/** Where a state has no next step: `tools` where the graph has it, else LangGraph decides. */
function lastNode(graph: AgentGraph): string | undefined {
  return "tools" in graph.nodes ? "tools" : undefined;
}

/** Whether it is worth asking the graph, which costs as much as a step: almost never. */
async function mayHaveOpenCalls(saver: BaseCheckpointSaver, threadId: string): Promise<boolean> {
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
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
