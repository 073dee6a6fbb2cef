import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { Serialized } from "@langchain/core/load/serializable";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk, GenerationChunk, LLMResult } from "@langchain/core/outputs";

type Call = { readonly known: ReadonlySet<string>; id: string | undefined };
type TokenFields = { readonly chunk?: GenerationChunk | ChatGenerationChunk };

/**
 * Gives each model call of a run one id, and no other message's. Some proxies make a new id for each chunk, and each would
 * be a message of its own; some servers give every answer the same id, or one of few (`chatcmpl-` and a number below a
 * thousand), and an answer would take the place of an earlier one in the state, with its tool calls. The id is that of the
 * first piece, or LangChain's own for a call (`run-…`) where another message has that one.
 */
export function createAnswerIds(): BaseCallbackHandler {
  return new AnswerIds();
}

class AnswerIds extends BaseCallbackHandler {
  readonly name = "toolweave-answer-ids";
  override readonly awaitHandlers = true; // before a piece, or the answer, is handed on
  readonly #calls = new Map<string, Call>();
  readonly #taken = new Set<string>();

  override handleChatModelStart(_model: Serialized, [messages = []]: BaseMessage[][], runId: string): void {
    this.#calls.set(runId, { known: new Set(messages.flatMap(({ id }) => id ?? [])), id: undefined });
  }

  override handleLLMNewToken(
    _token: string,
    _index: unknown,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    fields?: TokenFields,
  ): void {
    if (fields?.chunk) this.#giveId(fields.chunk, runId);
  }

  override handleLLMEnd({ generations }: LLMResult, runId: string): void {
    for (const generation of generations.flat()) this.#giveId(generation, runId);
    this.#calls.delete(runId);
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#calls.delete(runId);
  }

  #giveId(generation: object, runId: string): void {
    const call = this.#calls.get(runId);
    if (call === undefined || !("message" in generation)) return;
    const message = generation.message as BaseMessage; // a chat model's
    if (message.id === undefined) return; // LangChain gives it the call's
    if (call.id === undefined) {
      const isTaken = call.known.has(message.id) || this.#taken.has(message.id);
      call.id = isTaken ? `run-${runId}` : message.id;
      this.#taken.add(call.id);
    }
    message.id = call.id;
  }
}
