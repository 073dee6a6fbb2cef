import "./foreground-callbacks";
import { setTimeout as wait } from "node:timers/promises";
import { type BaseCheckpointSaver, type BaseStore, InMemoryStore } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { errorMessage, isToolweaveError, ToolweaveError } from "@/lib/errors";
import type { AgentInfo, ModelInfo } from "@/lib/protocol";
import { type AttachmentStore, createMemoryAttachments, type FileReader, refusedKinds } from "../attachments";
import type { AgentDefinition, AgentGraph, GraphParts, ToolweaveConfig } from "../config";
import { attachedFiles, createInlineFiles } from "../middleware/attached-files";
import { toolErrors } from "../middleware/tool-errors";
import { checkModelKey, isDemoModel, type ResolvedModel, resolveModel, UnavailableModel } from "../models";
import { describeAgent } from "./agent-info";
import { createModelGraph } from "./model-graph";

/** The page must not wait for a provider that does not answer; the next request asks again. */
const KEY_CHECK_PATIENCE_MS = 2_000;

/** The agents of one configuration, ready to run. */
export type Agents = {
  readonly names: readonly string[];
  describe(): readonly AgentInfo[];
  /** The compiled graph, made at first use. Rejects with `not_found` for a name that is not configured. */
  graph(name: string): Promise<AgentGraph>;
  /** Which model reads an agent's messages, and what files it is known not to take. A graph of your own decides itself. */
  fileReader(name: string): Promise<FileReader>;
  /** Which model answers, and what is wrong with it as far as its provider has said so within 2 s. Never rejects. */
  modelInfo(): Promise<ModelInfo>;
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
  const graphs = new Map<string, Promise<AgentGraph>>();
  const inlineFiles = createInlineFiles(attachments);
  let resolved: Promise<ResolvedModel> | undefined;
  const model = () => {
    resolved ??= chooseModel(config.model, env);
    return resolved;
  };

  const modelOf = (definition: AgentDefinition) => {
    const own = "model" in definition ? definition.model : undefined;
    return own === undefined ? model() : chooseModel(own, env);
  };

  return {
    names: Object.keys(config.agents),
    describe: () => Object.entries(config.agents).map(([name, definition]) => describeAgent(name, definition)),
    graph(name) {
      const definition = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
      if (!definition) return Promise.reject(unknownAgent(name, Object.keys(config.agents)));
      const known = graphs.get(name);
      if (known) return known;
      const made = modelOf(definition).then(({ model }) =>
        compile(definition, { model, checkpointer: saver, store, inlineFiles }),
      );
      graphs.set(name, made);
      made.catch(() => graphs.delete(name));
      return made;
    },
    async fileReader(name) {
      const definition = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
      if (!definition || "graph" in definition) return { name, refuses: new Set() };
      const { model, info } = await modelOf(definition);
      return { name: info.id, refuses: isDemoModel(model) ? new Set() : refusedKinds(model) };
    },
    async modelInfo() {
      const { info } = await model();
      const patience = new AbortController();
      const late = wait(KEY_CHECK_PATIENCE_MS, info, { signal: patience.signal }).catch(() => info);
      const known = await Promise.race([checkModelKey(info, env), late]);
      patience.abort();
      return known;
    },
  };
}

async function chooseModel(wanted: ToolweaveConfig["model"], env: NodeJS.ProcessEnv): Promise<ResolvedModel> {
  if (wanted !== undefined && typeof wanted !== "string") {
    return { model: wanted, info: { id: wanted._llmType(), isDemo: false } };
  }
  try {
    return await resolveModel(wanted, env);
  } catch (cause) {
    const reason = isToolweaveError(cause)
      ? cause
      : new ToolweaveError("model_not_configured", `The model could not be set up: ${errorMessage(cause)}`, { cause });
    const problem = { code: reason.code, message: reason.message };
    return { model: new UnavailableModel(reason), info: { id: wanted ?? "none", isDemo: false, problem } };
  }
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
    middleware: [...middleware, toolErrors, attachedFiles(inlineFiles)] as unknown as [typeof toolErrors], // middleware, all of it: `Middleware` says why its types are gone
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

function unknownAgent(name: string, names: readonly string[]): ToolweaveError {
  return new ToolweaveError("not_found", `There is no agent "${name}". Agents here: ${names.join(", ")}.`, {
    context: { field: "assistant_id" },
  });
}
