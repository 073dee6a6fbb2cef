import { BaseCallbackHandler, type BaseCallbackHandlerInput } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import type { Emit } from "./graph-event";
import { shortMetadata } from "./message-delta";
import { stringifyWire } from "./stringify-wire";

type Metadata = Record<string, unknown> | undefined;
type Step = {
  readonly kind: "chain" | "chat_model" | "llm" | "tool" | "retriever";
  readonly name: string;
  readonly tags: readonly string[];
  readonly metadata: Record<string, unknown>;
  readonly parentIds: readonly string[];
  readonly input: unknown;
};

/** LangGraph marks its own plumbing so; nobody wants to see it. */
const HIDDEN = "langsmith:hidden";

/**
 * The mode `events`: LangChain's events v2, each as it happens, with the ids of what it happened in (root first).
 * `on_tool_error` is told too. Metadata is the same closed list as everywhere.
 */
export function createEventsHandler(emit: Emit): BaseCallbackHandler {
  return new EventsHandler(emit);
}

class EventsHandler extends BaseCallbackHandler {
  readonly name = "toolweave-events";
  /** Makes chat models stream although nobody asked them to. */
  readonly lc_prefer_streaming = true;
  override readonly awaitHandlers = true;
  readonly #emit: Emit;
  readonly #steps = new Map<string, Step>();

  constructor(emit: Emit) {
    super({} satisfies BaseCallbackHandlerInput);
    this.#emit = emit;
  }

  // LangChain's declaration of this method names its parameters in another order than LangChain calls it with
  override handleChainStart(
    chain: unknown,
    input: unknown,
    runId: string,
    parentId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    _runType?: string,
    name?: string,
  ): void {
    this.#start(runId, parentId, { kind: "chain", name: name ?? nameOf(chain), input }, tags, metadata);
  }

  override handleChainEnd(output: unknown, runId: string): void {
    this.#end(runId, "end", { output: unwrapped(output) });
  }

  override handleChainError(error: unknown, runId: string): void {
    this.#end(runId, "error", { error: textOf(error) });
  }

  override handleChatModelStart(
    model: unknown,
    messages: BaseMessage[][],
    runId: string,
    parentId?: string,
    _extra?: Record<string, unknown>,
    tags?: string[],
    metadata?: Record<string, unknown>,
    name?: string,
  ): void {
    const step = { kind: "chat_model", name: name ?? nameOf(model), input: { messages } } as const;
    this.#start(runId, parentId, step, tags, metadata);
  }

  override handleLLMNewToken(
    token: string,
    _index: unknown,
    runId: string,
    _parentId?: string,
    _tags?: string[],
    fields?: { chunk?: unknown },
  ): void {
    const message = (fields?.chunk as { message?: unknown } | undefined)?.message;
    this.#tell(runId, "stream", { chunk: message ?? token });
  }

  override handleLLMEnd(output: { generations: { message?: unknown; text?: string }[][] }, runId: string): void {
    const generation = output.generations[0]?.[0];
    this.#end(runId, "end", { output: generation?.message ?? generation?.text ?? null });
  }

  override handleLLMError(error: unknown, runId: string): void {
    this.#end(runId, "error", { error: textOf(error) });
  }

  override handleToolStart(
    tool: unknown,
    input: string,
    runId: string,
    parentId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    name?: string,
  ): void {
    this.#start(runId, parentId, { kind: "tool", name: name ?? nameOf(tool), input: readJson(input) }, tags, metadata);
  }

  override handleToolEnd(output: unknown, runId: string): void {
    this.#end(runId, "end", { output });
  }

  override handleToolError(error: unknown, runId: string): void {
    this.#end(runId, "error", { error: textOf(error) });
  }

  override handleRetrieverStart(
    retriever: unknown,
    query: string,
    runId: string,
    parentId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    name?: string,
  ): void {
    const step = { kind: "retriever", name: name ?? nameOf(retriever), input: { query } } as const;
    this.#start(runId, parentId, step, tags, metadata);
  }

  override handleRetrieverEnd(documents: unknown, runId: string): void {
    this.#end(runId, "end", { output: { documents } });
  }

  override handleRetrieverError(error: unknown, runId: string): void {
    this.#end(runId, "error", { error: textOf(error) });
  }

  override handleCustomEvent(
    name: string,
    data: unknown,
    runId: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
  ): void {
    const parents = this.#steps.get(runId)?.parentIds ?? [];
    this.#send({ event: "on_custom_event", name, run_id: runId, parent_ids: parents, tags, metadata, data });
  }

  #start(
    runId: string,
    parentId: string | undefined,
    start: Pick<Step, "kind" | "name" | "input">,
    tags: string[] | undefined,
    metadata: Metadata,
  ): void {
    const parent = parentId === undefined ? undefined : this.#steps.get(parentId);
    const parentIds = parentId === undefined ? [] : [...(parent?.parentIds ?? []), parentId];
    this.#steps.set(runId, { ...start, tags: tags ?? [], metadata: metadata ?? {}, parentIds });
    this.#tell(runId, "start", { input: start.input });
  }

  #end(runId: string, phase: "end" | "error", data: Record<string, unknown>): void {
    this.#tell(runId, phase, { ...data, input: this.#steps.get(runId)?.input });
    this.#steps.delete(runId);
  }

  #tell(runId: string, phase: "start" | "stream" | "end" | "error", data: Record<string, unknown>): void {
    const step = this.#steps.get(runId);
    if (!step) return;
    const { kind, name, tags, metadata, parentIds } = step;
    this.#send({ event: `on_${kind}_${phase}`, name, run_id: runId, parent_ids: parentIds, tags, metadata, data });
  }

  #send(event: { tags?: readonly string[] | undefined; metadata?: Metadata; [field: string]: unknown }): void {
    if (event.tags?.includes(HIDDEN)) return;
    const told = { ...event, tags: event.tags ?? [], metadata: shortMetadata(event.metadata ?? {}) };
    this.#emit("events", stringifyWire(told));
  }
}

/** LangChain wraps an output that is no object in `{output}`. */
function unwrapped(output: unknown): unknown {
  if (typeof output !== "object" || output === null) return output;
  const keys = Object.keys(output);
  return keys.length === 1 && keys[0] === "output" ? (output as { output: unknown }).output : output;
}

function nameOf(serialized: unknown): string {
  const { name, id } = serialized as { name?: unknown; id?: unknown };
  if (typeof name === "string") return name;
  const last: unknown = Array.isArray(id) ? id.at(-1) : undefined;
  return typeof last === "string" ? last : "";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a tool that takes plain text
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
