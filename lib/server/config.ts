import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { BaseCheckpointSaver, BaseStore, CompiledStateGraph } from "@langchain/langgraph";
import type { Feedback, ModelFacts } from "@/lib/protocol";
import type { AttachmentOptions } from "./attachments";
import type { InlineFiles } from "./middleware/attached-files";
import type { ModelChoice } from "./models";
import type { Auth, Limits } from "./users";

/** A prompt that the empty page offers. `icon` names a tool's icon. */
export type Suggestion = { title: string; detail: string; prompt: string; icon?: string };

// biome-ignore lint/suspicious/noExplicitAny: a compiled graph is generic over six parameters that nobody can name here
export type AgentGraph = CompiledStateGraph<any, any, any, any, any, any>;

/** What an agent's own graph is built from. */
export type GraphParts = {
  model: BaseChatModel;
  checkpointer: BaseCheckpointSaver;
  store: BaseStore;
  /** Puts attached files in place of the blocks that name them. Call it on what a node gives the model. */
  inlineFiles: InlineFiles;
};

/** LangChain's middleware, as far as it can be named here: its own types do not take each other under strict settings. */
export type Middleware = { readonly name: string };

type AgentBase = { title: string; description?: string; suggestions?: Suggestion[] };

/**
 * An agent: a prompt, tools and LangChain's middleware (its `createAgent` makes the loop), or a graph of your own, or neither: a bare
 * model that answers, with a prompt if there is one and a model of its own if one is named.
 */
export type AgentDefinition =
  | (AgentBase & { prompt: string; tools: StructuredToolInterface[]; middleware?: Middleware[] })
  | (AgentBase & { graph: (parts: GraphParts) => AgentGraph })
  | (AgentBase & { model?: string | BaseChatModel; prompt?: string });

/** What a user says of a message of the agent; `feedback` is undefined where it was taken back. */
export type GivenFeedback = {
  readonly threadId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly feedback: Feedback | undefined;
};

/** Everything a Toolweave server is told. Names of agents are what clients send as `assistant_id`. */
export type ToolweaveConfig = {
  agents: Record<string, AgentDefinition>;
  /**
   * `provider:model`, or `demo`, or a LangChain chat model of your own.
   * Without it: TOOLWEAVE_MODEL, else the first provider with a key, else the demo model.
   */
  model?: string | BaseChatModel;
  /**
   * Models that a person may choose for a chat, named as `model`, beside that one. Without it: TOOLWEAVE_MODELS. One that has
   * no key is shown and says so. An agent with a `model` of its own keeps it.
   */
  modelChoices?: readonly ModelChoice[];
  /** Where SQLite and everything else is kept. Without it: TOOLWEAVE_DATA_DIR, else `data` in the working directory. */
  dataDir?: string;
  /** How much models can read and what they cost, by the name that an answer gives its model, or its beginning. */
  models?: Record<string, ModelFacts>;
  /** Told when a person says what they think of a message, changes it, or takes it back. It is kept in the thread's metadata whatever this does. */
  onFeedback?: (feedback: GivenFeedback) => void | Promise<void>;
  /** What may be attached to a message, and how much. */
  attachments?: AttachmentOptions;
  /**
   * Who a request comes from: `"none"`, so that everybody is one user, or a function that says it or refuses. Without it a
   * key of TOOLWEAVE_API_KEYS in `x-api-key`, else the signed cookie that each browser is given: docs/users.md.
   */
  auth?: Auth;
  /** What one user may take of the server. What is left out is as `.env.example` says. */
  limits?: Partial<Limits>;
  /**
   * Addresses under which people reach the chat, where a proxy in front of a server that listens on its own machine only
   * passes its own name on. Without it: TOOLWEAVE_OWN_ORIGINS.
   */
  ownOrigins?: readonly string[];
  /** Pages of other origins that may use the api, with a key or token of their own. Without it: TOOLWEAVE_ALLOWED_ORIGINS. */
  allowedOrigins?: readonly string[];
  /** Pages of other origins that may show the chat in a frame. Without it: TOOLWEAVE_FRAME_ANCESTORS. */
  frameAncestors?: readonly string[];
};

/** Types a configuration; returns it unchanged. */
export function defineConfig(config: ToolweaveConfig): ToolweaveConfig {
  return config;
}
