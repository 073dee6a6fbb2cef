import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { type Run, runRequestSchema } from "@/lib/protocol";
import { fileNotAttachable, findReferences } from "../../attachments";
import { prepareRun, requireStart } from "../../runs/prepare-run";
import type { Room } from "../../runs/room";
import type { User } from "../../users";
import { withRoomForThread } from "../exchange/limits/within-limits";
import { parse } from "../exchange/read-request";
import type { Services } from "../services";
import { deleteThread } from "../threads/delete-thread";
import { type ReadRun, readRun } from "./start-run";

type Payload = Readonly<Record<string, unknown>>;

const NONE_STARTED = () => "None was started.";
const TAKEN_BACK = (index: number) =>
  index === 0 ? NONE_STARTED() : "Those before it had been started, and were stopped and deleted.";

/**
 * Starts runs on threads of their own, all of them or none: whatever a run can be refused for is asked of each before the
 * first one starts, and the room for all of them is kept from then on, since a model or a tool that has begun cannot be taken
 * back. What fails all the same takes those that were started with it, except for their files. A refusal says which run it is
 * about.
 */
export async function startBatch(
  payloads: readonly Payload[],
  user: User,
  services: Services,
  launch: (read: ReadRun, room: Room) => Promise<Run>,
): Promise<readonly Run[]> {
  const reads = await eachOf(payloads, NONE_STARTED, async (payload) =>
    readRun(parse(runRequestSchema, toSnakeCase(payload)), null, services),
  );
  const count = reads.length;
  const start = async () => {
    const room = services.runtime.runs.reserveRoom(user, count, services.limits.concurrentRuns);
    try {
      const named = new Set<string>();
      await eachOf(reads, NONE_STARTED, (read) => checkRun(read, named, user, services));
      return await launchAll(reads, user, services, (read) => launch(read, room));
    } finally {
      room.close();
    }
  };
  return withRoomForThread(services, user, start, { count });
}

async function launchAll(
  reads: readonly ReadRun[],
  { userId }: User,
  services: Services,
  launch: (read: ReadRun) => Promise<Run>,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  try {
    await eachOf(reads, TAKEN_BACK, async (read) => void runs.push(await launch(read)));
    return runs;
  } catch (error) {
    for (const { thread_id: threadId } of runs) {
      const report = (failure: unknown) => services.reportError(failure, { threadId });
      await takeBack(services, { threadId, userId }).catch(report); // one that fails keeps no other
    }
    if (runs.length > 0)
      services.runtime.storage.scrub().catch((failure: unknown) => services.reportError(failure, {}));
    throw error;
  }
}

/** The files of a batch were in no thread before it, and are what the person would send it again with. */
async function takeBack(services: Services, place: { threadId: string; userId: string }): Promise<void> {
  await services.attachments.releaseFiles(place.threadId);
  await deleteThread(services, place);
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

/** One after another; what is thrown says at which, counted from 1, and what that means for the others. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  meaning: (index: number) => string,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(
      await work(item).catch((error: unknown) => {
        if (!isToolweaveError(error)) throw error;
        const message = `Run ${index + 1} of ${items.length}: ${error.message} ${meaning(index)}`;
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
