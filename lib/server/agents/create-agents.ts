import "./foreground-callbacks";
import { setTimeout as wait } from "node:timers/promises";
import { type BaseCheckpointSaver, type BaseStore, InMemoryStore } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { ToolweaveError } from "@/lib/errors";
import type { AgentInfo, ModelChoiceInfo, ModelInfo } from "@/lib/protocol";
import { type AttachmentStore, createMemoryAttachments, type FileReader, refusedKinds } from "../attachments";
import type { AgentDefinition, AgentGraph, GraphParts, ToolweaveConfig } from "../config";
import { attachedFiles, createInlineFiles } from "../middleware/attached-files";
import { toolErrors } from "../middleware/tool-errors";
import { wholeArguments } from "../middleware/whole-arguments";
import {
  checkModelKey,
  chooseModel,
  createModelMenu,
  isDemoModel,
  type ModelMenu,
  type ResolvedModel,
} from "../models";
import { unsupported } from "../runs/refusals";
import { describeAgent } from "./agent-info";
import { createModelGraph } from "./model-graph";

/** The page must not wait for a provider that does not answer; the next request asks again. */
const KEY_CHECK_PATIENCE_MS = 2_000;

/** The agents of one configuration, ready to run. */
export type Agents = {
  readonly names: readonly string[];
  describe(): readonly AgentInfo[];
  /**
   * The compiled graph, made at first use; with the model of that id, one of `modelChoices`, in place of the standard one. Rejects with
   * `not_found` for a name that is not configured, and with `unsupported` for a model that cannot be chosen. A graph of your own
   * gets the model too; an id that is none of ours is that graph's own business.
   */
  graph(name: string, modelId?: string): Promise<AgentGraph>;
  /** Which model reads an agent's messages, and what files it is known not to take. A graph of your own decides itself. */
  fileReader(name: string, modelId?: string): Promise<FileReader>;
  /** Which model answers, and what is wrong with it as far as its provider has said so within 2 s. Never rejects. */
  modelInfo(): Promise<ModelInfo>;
  /** The models that a run may name, the standard one first; at least that one. Never rejects. */
  modelChoices(): Promise<readonly ModelChoiceInfo[]>;
};

/**
 * Compiles what `toolweave.config.ts` names. A model that cannot be set up does not stop the server: the page must
 * come up to say why, and threads must stay readable; each run then fails with the same words.
 */
export function createAgents(
  config: ToolweaveConfig,
  saver: BaseCheckpointSaver,
  env: NodeJS.ProcessEnv = process.env,
  store?: BaseStore,
  attachments: AttachmentStore = createMemoryAttachments(),
): Agents {
  for (const [name, definition] of Object.entries(config.agents)) refuseDoubleTools(name, definition);
  const graphs = new Map<string, Map<object, Promise<AgentGraph>>>();
  const inlineFiles = createInlineFiles(attachments);
  const ownModels = new Map<AgentDefinition, Promise<ResolvedModel>>();
  let made: Promise<ModelMenu> | undefined;
  const menu = () => {
    made ??= createModelMenu({ model: config.model, choices: config.modelChoices }, env);
    return made;
  };

  const modelOf = async (definition: AgentDefinition, modelId?: string): Promise<ResolvedModel> => {
    const own = "model" in definition ? definition.model : undefined;
    if (own !== undefined) {
      if (modelId !== undefined) throw unknownModel(`"${definition.title}" has a model of its own: leave this out.`);
      const known = ownModels.get(definition) ?? chooseModel(own, env);
      ownModels.set(definition, known);
      return known;
    }
    const { standard, all } = await menu();
    if (modelId === undefined) return standard;
    const chosen = all.get(modelId);
    if (chosen === undefined && "graph" in definition) return standard;
    if (chosen === undefined)
      throw unknownModel(`"${modelId}" is no model that can be chosen. Models here: ${[...all.keys()].join(", ")}.`);
    if (chosen.info.problem) throw unknownModel(chosen.info.problem.message);
    return chosen;
  };

  /** As far as its provider has said so by then. */
  async function checked(info: ModelInfo): Promise<ModelInfo> {
    const patience = new AbortController();
    const late = wait(KEY_CHECK_PATIENCE_MS, info, { signal: patience.signal }).catch(() => info);
    const known = await Promise.race([checkModelKey(info, env), late]);
    patience.abort();
    return known;
  }

  return {
    names: Object.keys(config.agents),
    describe: () => Object.entries(config.agents).map(([name, definition]) => describeAgent(name, definition)),
    async graph(name, modelId) {
      const definition = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
      if (!definition) throw unknownAgent(name, Object.keys(config.agents));
      const { model } = await modelOf(definition, modelId);
      const ofModels = graphs.get(name) ?? new Map<object, Promise<AgentGraph>>();
      graphs.set(name, ofModels);
      const known = ofModels.get(model);
      if (known) return known;
      const made = compile(definition, { model, checkpointer: saver, store, inlineFiles });
      ofModels.set(model, made);
      made.catch(() => ofModels.delete(model));
      return made;
    },
    async fileReader(name, modelId) {
      const definition = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
      if (!definition || "graph" in definition) return { name, refuses: new Set() };
      const { model, info } = await modelOf(definition, modelId);
      return { name: info.id, refuses: isDemoModel(model) ? new Set() : refusedKinds(model) };
    },
    modelInfo: async () => checked((await menu()).standard.info),
    modelChoices: async () =>
      Promise.all(
        [...(await menu()).all.values()].map(async ({ info, title }) => ({ ...(await checked(info)), title })),
      ),
  };
}

type Parts = Omit<GraphParts, "store"> & { readonly store: BaseStore | undefined };

async function compile(
  definition: AgentDefinition,
  { model, checkpointer, store, inlineFiles }: Parts,
): Promise<AgentGraph> {
  if ("graph" in definition) {
    const graph = definition.graph({ model, checkpointer, inlineFiles, store: store ?? new InMemoryStore() });
    graph.checkpointer ??= checkpointer;
    if (store) graph.store ??= store;
    return graph;
  }
  if (!("tools" in definition)) return createModelGraph({ model, checkpointer, store, inlineFiles }, definition.prompt);
  const { tools, prompt: systemPrompt, middleware = [] } = definition;
  const agent = createAgent({
    model,
    tools,
    systemPrompt,
    checkpointer,
    middleware: [...middleware, toolErrors, wholeArguments, attachedFiles(inlineFiles)] as unknown as [
      typeof toolErrors,
    ], // middleware, all of it: `Middleware` says why its types are gone
    ...(store ? { store } : {}),
  });
  return agent.graph as unknown as AgentGraph; // its six type parameters are the agent's own and of no use here
}

/** Two tools of one name are a programming mistake: a provider refuses them, or one of the two would never be called. */
function refuseDoubleTools(agent: string, definition: AgentDefinition): void {
  const names = "tools" in definition ? definition.tools.map((tool) => tool.name) : [];
  const double = names.find((name, position) => names.indexOf(name) !== position);
  if (double === undefined) return;
  throw new TypeError(`The agent "${agent}" has two tools called "${double}"; give one of the two another name`);
}

function unknownModel(problem: string): ToolweaveError {
  return unsupported("config.configurable.model", problem);
}

function unknownAgent(name: string, names: readonly string[]): ToolweaveError {
  return new ToolweaveError("not_found", `There is no agent "${name}". Agents here: ${names.join(", ")}.`, {
    context: { field: "assistant_id" },
  });
}
