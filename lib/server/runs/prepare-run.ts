import { ToolMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver, StateSnapshot } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";
import { type Checkpoint, headlessPayloadSchema, type RunRequest } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import { readPendingInterrupts } from "../persistence/pending-interrupts";
import type { Storage } from "../persistence/storage";
import { cancelCalls, findDanglingCalls, messagesOf, placesOfCalls } from "./dangling-calls";
import { checkpointNotFound } from "./refusals";
import { checkRemovals } from "./request/check-removals";
import { readRunInput, toCommand } from "./request/read-input";
import { readResume } from "./request/read-resume";

type PrepareParts = Pick<Storage, "saver" | "claims">;

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
  { saver, claims }: PrepareParts,
  threadId: string,
): Promise<PreparedRun> {
  const { command } = request;
  const place = placeOf(request, threadId);
  const current = () => graph.getState(place);
  const check = (input: unknown, field: string) =>
    checkRemovals(messagesOf(input), graph, current, `${field}.messages`);
  if (command && Object.hasOwn(command, "resume")) {
    const pending = Object.values(await readPendingInterrupts(saver, threadId)).flat();
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

/** A state of a thread, as LangGraph's configuration. */
type Place = { readonly configurable: { thread_id: string; checkpoint_ns?: string; checkpoint_id?: string } };

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

/**
 * Answers the open calls of the last turn of a state with "cancelled", as the node that would have answered them. The
 * thread's last checkpoint is then what was written. What sibling tools already answered is kept, and all answers stand
 * in the order of the calls. Does nothing where no call is open.
 */
export async function closeDanglingCalls(
  graph: AgentGraph,
  claims: Storage["claims"],
  place: Place,
  reason: string,
): Promise<ClosedCalls | undefined> {
  const state = await graph.getState(place);
  const known = messagesOf(state.values);
  const open = findDanglingCalls(known);
  if (open.length === 0) return undefined;
  const results = state.tasks.map((task) => ({ ...task, answers: answersOf(task.result) }));
  const answers = results.flatMap((task) => task.answers);
  const calls = open.filter(({ id }) => answers.every(({ tool_call_id }) => tool_call_id !== id));
  const node = results.find((task) => task.interrupts.length > 0)?.name ?? state.next[0] ?? lastNode(graph);
  const begun = claimedCalls(state, await claims.claimed(place.configurable.thread_id));
  const cancelled = cancelCalls({ calls, begun }, reason);
  const places = placesOfCalls(known);
  const placeOf = ({ tool_call_id }: ToolMessage) => places.indexOf(tool_call_id);
  const isNewest = place.configurable.checkpoint_id === undefined;
  const behind = Math.min(...cancelled.map(placeOf));
  if (answers.length === 0 || (isNewest && answers.every((answer) => placeOf(answer) < behind))) {
    await graph.updateState(place, { messages: cancelled }, node);
  } else {
    // At a named checkpoint LangGraph leaves out what its finished tasks have written: here each gets its place.
    const updates = [
      ...results.flatMap(({ answers: [first], result, name }) =>
        result === undefined ? [] : { at: first ? placeOf(first) : -1, values: result, asNode: name },
      ),
      ...cancelled.map((message) => ({ at: placeOf(message), values: { messages: [message] }, asNode: node })),
    ].sort((one, other) => one.at - other.at);
    const { thread_id, checkpoint_ns, checkpoint_id } = state.config.configurable ?? {};
    const stored = { configurable: { thread_id, checkpoint_ns, checkpoint_id } };
    await graph.bulkUpdateState(stored, [{ updates: updates.map(({ values, asNode }) => ({ values, asNode })) }]);
  }
  const isNew = ({ tool_call_id }: ToolMessage) => open.some(({ id }) => id === tool_call_id);
  const messages = [...answers.filter(isNew), ...cancelled].sort((one, other) => placeOf(one) - placeOf(other));
  return { node: node ?? "", messages };
}

/** What a finished task beside waiting ones has answered; only the thread's last state holds that among its values. */
function answersOf(result: unknown): ToolMessage[] {
  return messagesOf(result).filter((message) => ToolMessage.isInstance(message));
}

/** Ids of the calls whose interrupts have been claimed. */
function claimedCalls({ tasks }: StateSnapshot, claimed: ReadonlySet<string>): ReadonlySet<string> {
  const waiting = tasks.flatMap(({ interrupts }) => interrupts).filter(({ id }) => id && claimed.has(id));
  return new Set(
    waiting.flatMap(({ value }) => {
      const call = headlessPayloadSchema.safeParse(value).data;
      return call?.id ? [call.id] : [];
    }),
  );
}

/** Where a state has no next step: `tools` where the graph has it, else LangGraph decides. */
function lastNode(graph: AgentGraph): string | undefined {
  return "tools" in graph.nodes ? "tools" : undefined;
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
