import { takeReferences } from "../../attachments";
import type { Services } from "../services";

/** Where files go, and whose request brings them. `agent`: whose model will read them, `modelId` where it was chosen; without it nobody's yet. */
export type FileDestination = {
  readonly threadId: string;
  readonly userId: string;
  readonly agent?: string;
  readonly modelId?: string | undefined;
};

/**
 * What a request brings into a thread, with the files that it names checked and given to that thread while `work` takes
 * them in. They stay its own where that comes through.
 */
export function takeFiles<Value, Result>(
  { attachments, agents }: Services,
  { threadId, userId, agent, modelId }: FileDestination,
  value: Value,
  work: (value: Value) => Promise<Result>,
): Promise<Result> {
  const reader = async () =>
    agent === undefined ? { name: "", refuses: new Set<never>() } : agents.fileReader(agent, modelId);
  return takeReferences(value, attachments, { threadId, userId, reader }, work);
}
