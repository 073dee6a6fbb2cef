import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/**
 * One piece of an answer: text, text under an id of its own, content blocks, a tool call chunk, the provider's reason for
 * its end, a pause in milliseconds, or a failure.
 */
export type Piece =
  | string
  | { readonly text: string; readonly id: string }
  | { readonly blocks: readonly Readonly<Record<string, unknown> & { type: string }>[] }
  | { readonly call: { index: number; id?: string; name?: string; args?: string } }
  | { readonly finish_reason: string }
  | { readonly pauseMs: number }
  | { readonly fail: unknown };

/** What the model says to a history; `turn` counts its calls from 1. */
export type Script = (messages: BaseMessage[], turn: number) => readonly Piece[];

/** A chat model at the outermost edge of a test: it says what a script says, and remembers what it was asked. */
export class ScriptedModel extends BaseChatModel<BaseChatModelCallOptions, AIMessageChunk> {
  readonly script: Script;
  readonly asked: BaseMessage[][] = [];
  abortedTurns = 0;

  constructor(script: Script) {
    super({});
    this.script = script;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(_tools: BindToolsInput[]): this {
    return this;
  }

  async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(messages, options)) whole = whole?.concat(chunk) ?? chunk;
    return { generations: whole ? [whole] : [] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    this.asked.push(messages);
    const turn = this.asked.length;
    const id = `answer-${crypto.randomUUID()}`;
    options.signal?.addEventListener("abort", () => {
      this.abortedTurns += 1;
    });
    for (const piece of this.script(messages, turn)) {
      if (typeof piece === "object" && "fail" in piece) throw piece.fail;
      if (typeof piece === "object" && "pauseMs" in piece) {
        await wait(piece.pauseMs, undefined, { signal: options.signal });
        continue;
      }
      const said = typeof piece === "string" ? { text: piece, id } : "text" in piece ? piece : { text: "", id };
      const { text } = said;
      const calls =
        typeof piece === "object" && "call" in piece ? [{ ...piece.call, type: "tool_call_chunk" as const }] : [];
      const content = typeof piece === "object" && "blocks" in piece ? [...piece.blocks] : text;
      const response_metadata = typeof piece === "object" && "finish_reason" in piece ? piece : {};
      const message = new AIMessageChunk({ id: said.id, content, tool_call_chunks: calls, response_metadata });
      const chunk = new ChatGenerationChunk({ message, text });
      yield chunk;
      await run?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

/** A whole call as its pieces, the arguments cut into three. */
export function callPieces(index: number, id: string, name: string, args: unknown): Piece[] {
  const text = JSON.stringify(args);
  const cut = Math.ceil(text.length / 3);
  return [
    { call: { index, id, name, args: text.slice(0, cut) } },
    { call: { index, args: text.slice(cut, 2 * cut) } },
    { call: { index, args: text.slice(2 * cut) } },
  ];
}
