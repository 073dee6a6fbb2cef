import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { type Run, runRequestSchema } from "@/lib/protocol";
import { fileNotAttachable, findReferences } from "../../attachments";
import { prepareRun, requireStart } from "../../runs/prepare-run";
import type { User } from "../../users";
import { assertRoomForThread } from "../exchange/limits/within-limits";
import { parse } from "../exchange/read-request";
import type { Services } from "../services";
import { deleteThread } from "../threads/delete-thread";
import { type ReadRun, readRun } from "./start-run";

type Payload = Readonly<Record<string, unknown>>;

/**
 * Starts runs on threads of their own, all of them or none: whatever a run can be refused for is asked of each before the
 * first one starts, since a model or a tool that has begun cannot be taken back. What fails all the same takes those that were
 * started with it. A refusal says which run it is about.
 */
export async function startBatch(
  payloads: readonly Payload[],
  user: User,
  services: Services,
  launch: (read: ReadRun) => Promise<Run>,
): Promise<readonly Run[]> {
  const reads = await eachOf(payloads, async (payload) =>
    readRun(parse(runRequestSchema, toSnakeCase(payload)), null, services),
  );
  await assertRoomForThread(services, user, reads.length);
  services.runtime.runs.requireRoom(user, reads.length, services.limits.concurrentRuns);
  const named = new Set<string>();
  await eachOf(reads, (read) => checkRun(read, named, user, services));
  const runs: Run[] = [];
  try {
    await eachOf(reads, async (read) => void runs.push(await launch(read)));
    return runs;
  } catch (error) {
    for (const { thread_id: threadId } of runs) await deleteThread(services, { threadId, userId: user.userId });
    throw error;
  }
}

/** Throws what the start of a run on a new thread would be refused with. `named`: files that runs before it take with them. */
async function checkRun(
  { request, modelId, graph }: ReadRun,
  named: Set<string>,
  { userId }: User,
  { attachments, agents, runtime }: Services,
): Promise<void> {
  const reader = () => agents.fileReader(request.assistant_id, modelId);
  for (const { id, threadIds } of await findReferences(request, attachments, { userId, reader })) {
    if (threadIds.length > 0 || named.has(id)) throw fileNotAttachable(id);
    named.add(id);
  }
  const threadId = crypto.randomUUID(); // one that is not there, as the run's own will be
  await requireStart(request, runtime.storage.saver, threadId);
  await prepareRun(request, graph, runtime.storage, threadId);
}

/** One after another; what is thrown says at which, counted from 1. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(
      await work(item).catch((error: unknown) => {
        if (!isToolweaveError(error)) throw error;
        const message = `Run ${index + 1} of ${items.length}: ${error.message} None was started.`;
        throw new ToolweaveError(error.code, message, { context: { ...error.context, run: index + 1 }, cause: error });
      }),
    );
  }
  return results;
}

/** LangGraph's client sends the fields of a batch in camelCase, alone of all requests. */
function toSnakeCase(payload: Payload): Payload {
  const entries = Object.entries(payload).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries);
}
