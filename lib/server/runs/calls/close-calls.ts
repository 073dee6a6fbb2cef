import { ToolMessage } from "@langchain/core/messages";
import type { StateSnapshot } from "@langchain/langgraph";
import { headlessPayloadSchema } from "@/lib/protocol";
import type { AgentGraph } from "../../config";
import type { Storage } from "../../persistence/storage";
import { cancelCalls, findDanglingCalls, messagesOf, placesOfCalls } from "./dangling-calls";

/** Answers to calls that will not run, and the node they were written as. */
export type ClosedCalls = { readonly node: string; readonly messages: ToolMessage[] };

/** A state of a thread, as LangGraph's configuration. */
export type Place = { readonly configurable: { thread_id: string; checkpoint_ns?: string; checkpoint_id?: string } };

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
  const answers = state.tasks.flatMap(({ result }) => answersOf(result));
  const calls = open.filter(({ id }) => answers.every(({ tool_call_id }) => tool_call_id !== id));
  const node = state.tasks.find((task) => task.interrupts.length > 0)?.name ?? state.next[0] ?? lastNode(graph);
  const begun = claimedCalls(state, await claims.claimed(place.configurable.thread_id));
  const cancelled = cancelCalls({ calls, begun }, reason);
  const places = placesOfCalls(known);
  const placeOf: PlaceOf = ({ tool_call_id }) => places.indexOf(tool_call_id);
  const isNewest = place.configurable.checkpoint_id === undefined;
  const firstCancelled = Math.min(...cancelled.map(placeOf));
  const isInOrder = isNewest && answers.every((answer) => placeOf(answer) < firstCancelled);
  if (answers.length === 0 || isInOrder) await graph.updateState(place, { messages: cancelled }, node);
  else await writeInOrder(graph, state, { cancelled, node, placeOf });
  const isNew = ({ tool_call_id }: ToolMessage) => open.some(({ id }) => id === tool_call_id);
  const messages = [...answers.filter(isNew), ...cancelled].sort((one, other) => placeOf(one) - placeOf(other));
  return { node: node ?? "", messages };
}

/** Where an answer stands among the calls of its turn. */
type PlaceOf = (answer: ToolMessage) => number;

type Cancelled = {
  readonly cancelled: readonly ToolMessage[];
  readonly node: string | undefined;
  readonly placeOf: PlaceOf;
};

/** What finished tasks have written and what is cancelled, each at its place: at a named checkpoint LangGraph leaves out the former. */
async function writeInOrder(
  graph: AgentGraph,
  { tasks, config }: StateSnapshot,
  { cancelled, node, placeOf }: Cancelled,
): Promise<void> {
  const finished = tasks.filter(({ result }) => result !== undefined);
  const placed = [
    ...finished.map(({ result, name }) => {
      const [first] = answersOf(result);
      return { at: first ? placeOf(first) : -1, update: { values: result, asNode: name } };
    }),
    ...cancelled.map((message) => ({
      at: placeOf(message),
      update: { values: { messages: [message] }, asNode: node },
    })),
  ].sort((one, other) => one.at - other.at);
  const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
  const stored = { configurable: { thread_id, checkpoint_ns, checkpoint_id } };
  await graph.bulkUpdateState(stored, [{ updates: placed.map(({ update }) => update) }]);
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
