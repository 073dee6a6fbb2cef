import type { CheckpointTuple } from "@langchain/langgraph";
import type { Run, Thread } from "@/lib/protocol";
import type { CheckpointPlace } from "../../persistence/checkpoints/branch-reader";
import type { Storage } from "../../persistence/storage";
import { createMessageNumbers } from "./message-numbers";
import { writeObject } from "./write-json";

const RUNS_PAGE = 100;

/** What stands in place of a checkpoint that cannot be read. */
type Unreadable = CheckpointPlace & { readonly error: string };

/**
 * A thread as its owner takes it along, as JSON: the thread, its runs, every message of every branch once, and each checkpoint
 * with the numbers of its messages in place of them. Checkpoints are read twice, one at a time, and oldest first, so that
 * each costs what it adds. What cannot be read is named in its place, and the rest is there.
 * `undefined`: it was deleted since, or is somebody else's.
 */
export async function exportThread(
  storage: Storage,
  threadId: string,
  userId: string,
): Promise<AsyncGenerator<string> | undefined> {
  const isOwn = async () => (await storage.threads.ownerOf(threadId)) === userId;
  if (!(await isOwn())) return undefined;
  const thread = await storage.threads.get(threadId).catch(() => withoutValues(storage, threadId, userId));
  if (!thread) return undefined;
  const places = await storage.branches.placesOf(threadId);
  const numbers = createMessageNumbers();

  async function* checkpoints(): AsyncGenerator<CheckpointTuple | Unreadable> {
    for (const place of places) {
      if (!(await isOwn())) return;
      const configurable = { thread_id: threadId, ...place };
      const tuple = await storage.saver
        .getTuple({ configurable })
        .catch((): Unreadable => ({ ...place, error: "This checkpoint is stored, but cannot be read." }));
      if (tuple) yield tuple;
    }
  }

  async function* messages() {
    for await (const tuple of checkpoints()) {
      if ("error" in tuple) continue; // it is named among the checkpoints
      const { checkpoint, pendingWrites = [] } = tuple;
      yield* numbers.meet([checkpoint.channel_values, pendingWrites.map(([, , value]) => value)]);
    }
  }

  async function* states() {
    for await (const tuple of checkpoints()) yield "error" in tuple ? tuple : entryOf(tuple, numbers.put);
  }

  const { values: _, ...rest } = thread; // they are those of the last checkpoint
  return writeObject(rest, { runs: runsOf(storage, threadId, isOwn), messages: messages(), checkpoints: states() });
}

/** A search lists a thread also when its values cannot be read. */
async function withoutValues({ threads }: Storage, threadId: string, userId: string): Promise<Thread | undefined> {
  return (await threads.search({ ids: [threadId], limit: 1 }, userId)).threads[0];
}

async function* runsOf(storage: Storage, threadId: string, isOwn: () => Promise<boolean>): AsyncGenerator<Run> {
  for (let offset = 0; await isOwn(); offset += RUNS_PAGE) {
    const page = await storage.runs.list(threadId, { limit: RUNS_PAGE, offset });
    yield* page;
    if (page.length < RUNS_PAGE) return;
  }
}

function entryOf(tuple: CheckpointTuple, put: (value: unknown) => unknown): object {
  const { checkpoint, metadata, config, parentConfig, pendingWrites } = tuple;
  return {
    checkpoint_id: checkpoint.id,
    checkpoint_ns: config.configurable?.checkpoint_ns ?? "",
    parent_checkpoint_id: parentConfig?.configurable?.checkpoint_id ?? null,
    created_at: checkpoint.ts,
    metadata,
    values: put(checkpoint.channel_values),
    writes: (pendingWrites ?? []).map(([, channel, value]) => ({ channel, value: put(value) })),
  };
}
