import { errorMessage, ToolweaveError } from "@/lib/errors";
import type { Checkpoint, CreateThread, UpdateState } from "@/lib/protocol";
import type { AgentGraph } from "../../config";
import { stringifyWire } from "../../encoding/stringify-wire";
import { unsupported } from "../../runs/refusals";
import { readInput } from "../../runs/request/read-input";
import { takeFiles } from "../attachments/take-files";
import { messagesOf } from "../exchange/limits/message-length";
import { assertShortMessages } from "../exchange/limits/within-limits";
import { assertOwn } from "../exchange/own-threads";
import { badRequest } from "../exchange/read-request";
import type { Services } from "../services";
import { graphOfThread, placeOf, requireCheckpoint, requireNamespace } from "./checkpoint-place";

/** A thread, and whose it has to be. */
type Place = { readonly threadId: string; readonly userId: string };

/**
 * Writes values into a thread's state as if a node had returned them, on top of the last checkpoint or the one that
 * is named, and gives the new checkpoint. Rejects with `conflict` while a run goes on.
 */
export async function updateState(
  services: Services,
  { threadId, userId }: Place,
  body: UpdateState,
): Promise<Checkpoint> {
  assertShortMessages(messagesOf(body.values, "values"), services);
  const { storage, runs } = services.runtime;
  return runs.withThread(threadId, async () => {
    await assertOwn(storage.threads, threadId, userId); // the lock may have been waited for
    if (runs.isBusy(threadId)) throw threadIsBusy(threadId);
    const graph = await graphOfThread(services, threadId);
    if (!graph) throw badRequest("The thread has no graph yet: run an agent on it first.", "thread_id");
    const checkpointId = body.checkpoint_id ?? body.checkpoint?.checkpoint_id ?? undefined;
    const namespace = body.checkpoint?.checkpoint_ns ?? "";
    if (checkpointId !== undefined) await requireCheckpoint(storage.saver, threadId, checkpointId, namespace);
    else if (namespace !== "") await requireNamespace(storage.saver, threadId, namespace);
    assertNodeName(graph, body.as_node);
    const place = placeOf({ threadId, namespace, ...(checkpointId === undefined ? {} : { checkpointId }) });
    const written = await takeFiles(services, { threadId, userId }, body.values ?? null, async (given) => {
      const values = given === null ? null : readInput(given, "values");
      return graph.updateState(place, values, body.as_node ?? undefined).catch(refuse);
    });
    await refreshThread(services, graph, threadId);
    const { checkpoint_id, checkpoint_ns } = written.configurable ?? {};
    return { thread_id: threadId, checkpoint_ns: String(checkpoint_ns ?? ""), checkpoint_id: String(checkpoint_id) };
  });
}

/** Gives a new thread its first steps. */
export async function seedState(
  services: Services,
  { threadId, userId }: Place,
  graph: AgentGraph,
  supersteps: NonNullable<CreateThread["supersteps"]>,
): Promise<void> {
  for (const [step, { updates }] of supersteps.entries())
    for (const [index, { values }] of updates.entries())
      assertShortMessages(messagesOf(values, `supersteps.${step}.updates.${index}.values`), services);
  for (const { as_node } of supersteps.flatMap(({ updates }) => updates)) assertNodeName(graph, as_node);
  await takeFiles(services, { threadId, userId }, supersteps, async (taken) => {
    const steps = taken.map(({ updates }, step) => ({
      updates: updates.map(({ values, as_node }, index) => ({
        values: readSeed(values, `supersteps.${step}.updates.${index}.values`),
        ...(as_node ? { asNode: as_node } : {}),
      })),
    }));
    await graph.bulkUpdateState(placeOf({ threadId }), steps).catch(refuse);
  });
  await refreshThread(services, graph, threadId);
}

function readSeed(values: unknown, field: string): Record<string, unknown> | null {
  if (values === undefined || values === null) return null;
  return readInput(values, field) as Record<string, unknown>; // LangGraph refuses what is no state
}

/** LangGraph looks a node up by name alone, and takes what every object has for one. */
function assertNodeName({ nodes }: AgentGraph, name: string | null | undefined): void {
  if (!name || Object.hasOwn(nodes, name) || !(name in Object.prototype)) return;
  throw unsupported("as_node", `Node "${name}" does not exist`);
}

/** What the thread says of itself after its state was changed outside of runs. */
async function refreshThread({ runtime }: Services, graph: AgentGraph, threadId: string): Promise<void> {
  const { storage } = runtime;
  const state = await graph.getState(placeOf({ threadId }));
  const interrupts = await storage.pendingInterrupts(threadId);
  const isWaiting = state.next.length > 0 || Object.keys(interrupts).length > 0;
  const valuesJson = stringifyWire(state.values);
  await storage.threads.setState(threadId, { status: isWaiting ? "interrupted" : "idle", valuesJson, interrupts });
}

/** LangGraph's own words for a node or values that do not fit. */
function refuse(cause: unknown): never {
  const isRefusal = cause instanceof Error && /^(InvalidUpdate|EmptyChannel|UnreachableNode)/.test(cause.name);
  if (isRefusal) throw unsupported("as_node", errorMessage(cause));
  throw cause;
}

function threadIsBusy(threadId: string): ToolweaveError {
  return new ToolweaveError("conflict", `Thread ${threadId} is busy: a run goes on. Wait for its end or stop it.`, {
    context: { thread_id: threadId },
  });
}
