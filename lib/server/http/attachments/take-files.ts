import { takeReferences } from "../../attachments";
import { threadNotFound } from "../../runs/refusals";
import type { Services } from "../services";

/**
 * What a request brings into a thread, with the files that it names checked and given to that thread. `agent`: whose model
 * will read them; without it nobody's yet.
 */
export function takeFiles<Value>(
  { attachments, agents, runtime }: Services,
  threadId: string,
  value: Value,
  agent?: string,
): Promise<Value> {
  return takeReferences(value, attachments, {
    threadId,
    owner: async () => {
      const userId = await runtime.storage.threads.ownerOf(threadId);
      if (typeof userId !== "string") throw threadNotFound(threadId);
      return userId;
    },
    reader: async () => (agent === undefined ? { name: "", refuses: new Set() } : agents.fileReader(agent)),
  });
}
