import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/** What the model writes: the text of each chunk, and how long it waits before each, and before the first. */
export type ChunkPlan = {
  readonly chunks: number;
  readonly pauseMs?: number;
  readonly startMs?: number;
  readonly text: (index: number) => string;
};

/** A model that writes chunks at a given pace, through the same code as a real one. */
export class ChunkModel extends BaseChatModel {
  readonly plan: ChunkPlan;

  constructor(plan: ChunkPlan) {
    super({});
    this.plan = plan;
  }

  _llmType(): string {
    return "chunks";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(): Promise<ChatResult> {
    throw new Error("This model only streams.");
  }

  override async *_streamResponseChunks(
    _messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = `answer-${crypto.randomUUID()}`;
    const { chunks, pauseMs, startMs = 0, text } = this.plan;
    const startedAt = performance.now() + startMs;
    for (let index = 0; index < chunks; index += 1) {
      if (pauseMs !== undefined) {
        const dueMs = startedAt + (index + 1) * pauseMs - performance.now(); // a late chunk does not delay the next
        if (dueMs > 0) await wait(dueMs, undefined, { signal: options.signal });
      }
      const content: string = JSON.parse(JSON.stringify(text(index))); // as from a provider: one flat string
      const chunk = new ChatGenerationChunk({ text: content, message: new AIMessageChunk({ id, content }) });
      yield chunk;
      await run?.handleLLMNewToken(content, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}
