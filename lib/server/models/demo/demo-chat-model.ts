import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { readStanding } from "./conversation";
import { planAnswer } from "./plan-answer";
import { answerChunks, countTokens } from "./stream/answer-chunks";
import { createPacer } from "./stream/pace";

type DemoCallOptions = BaseChatModelCallOptions & { tools?: BindToolsInput[] };

/**
 * A chat model that plays scenario files: scripted, not an AI. It streams like a hosted one, through the same code.
 * The same messages always give the same chunks. `chunksPerSecond` 0 is full speed.
 */
export class DemoChatModel extends BaseChatModel<DemoCallOptions, AIMessageChunk> {
  readonly chunksPerSecond: number;

  static override lc_name(): string {
    return "DemoChatModel";
  }

  constructor(options: { chunksPerSecond: number }) {
    super({});
    this.chunksPerSecond = options.chunksPerSecond;
  }

  _llmType(): string {
    return "toolweave-demo";
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<DemoCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, DemoCallOptions> {
    return this.withConfig({ ...kwargs, tools });
  }

  /** Ends without an error as soon as the signal aborts; LangChain then rejects with what was produced so far. */
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const standing = readStanding(messages);
    const answer = planAnswer(standing, toolNames(options.tools));
    const wait = createPacer(this.chunksPerSecond);
    const context = { fingerprint: standing.fingerprint, inputTokens: countTokens(messages) };
    for (const message of answerChunks(answer, context)) {
      await wait(options.signal);
      if (options.signal?.aborted) return;
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  /** For callers that do not stream: the same chunks, joined. */
  async _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(messages, options, runManager)) {
      whole = whole ? whole.concat(chunk) : chunk;
    }
    options.signal?.throwIfAborted();
    return { generations: whole ? [whole] : [] };
  }
}

export function isDemoModel(model: object): model is DemoChatModel {
  return model instanceof DemoChatModel;
}

/** LangChain's own tools carry their name at the top, OpenAI-shaped ones inside `function`. */
function toolNames(tools: readonly BindToolsInput[] = []): ReadonlySet<string> {
  return new Set(tools.map(({ name, function: inner }: NamedTool) => name ?? inner?.name ?? ""));
}

type NamedTool = { name?: string; function?: { name?: string } };
