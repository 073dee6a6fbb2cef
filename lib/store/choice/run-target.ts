import type { Info } from "@/lib/protocol";
import type { Transport } from "@/lib/transport";
import { agentNamed, createAgentName } from "../thread/agent-name";
import type { RunChoice } from "./run-choice";

/** Whom a run is sent to: an agent of the server, with one of its models where that was chosen. */
export type RunTarget = { readonly agent: string; readonly model?: string };

/** Rejects with `connection_lost` when the server must be asked and cannot be. */
export type FindTarget = (choice: RunChoice) => Promise<RunTarget>;

/**
 * What the server still has of a choice: an agent or a model that was remembered and is not there any more gives way to the
 * server's own. `given`: the agent that the page names, which is not the person's to choose.
 */
export function createRunTarget(transport: Transport, given: string | undefined): FindTarget {
  let info: Info | undefined;
  /** Asked once: before a message goes out it costs a way to the server and back. */
  const askOnce = async () => {
    info ??= await transport.info();
    return info;
  };
  const ownAgent = createAgentName({ info: askOnce }, given);

  return async ({ agent, model }) => {
    if ((given !== undefined || agent === undefined) && model === undefined) return { agent: await ownAgent() };
    const said = (await askOnce().catch(() => undefined))?.toolweave; // a server without that route takes what it is sent
    const isThere = agent !== undefined && (said === undefined || agentNamed(said, agent) !== undefined);
    const name = given ?? (isThere ? agent : await ownAgent());
    const mayChoose = said !== undefined && agentNamed(said, name)?.has_own_model !== true;
    const choice = mayChoose ? said.model_choices?.find(({ id, problem }) => id === model && !problem) : undefined;
    return choice === undefined ? { agent: name } : { agent: name, model: choice.id };
  };
}
