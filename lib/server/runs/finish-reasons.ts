import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { LLMResult } from "@langchain/core/outputs";

/** Why the answer ended, in the words of the providers whose classes say it beside the message; and which model it was. */
const KEPT = ["finish_reason", "finishReason", "model_name"] as const;

/**
 * Puts into an answer's `response_metadata` what some classes (OpenAI's chat, Gemini's) say only beside it: LangChain does
 * that for `stream()` and for a model that does not stream, and leaves it out where a graph listens (@langchain/core 1.4,
 * `BaseChatModel._generateUncached`). Without it nobody could tell that an answer was cut off.
 */
class FinishReasons extends BaseCallbackHandler {
  readonly name = "toolweave-finish-reasons";
  override readonly awaitHandlers = true; // before the answer is handed on

  override handleLLMEnd({ generations }: LLMResult): void {
    for (const { generationInfo, ...generation } of generations.flat()) {
      if (generationInfo === undefined || !("message" in generation)) continue;
      const message = generation.message as { response_metadata?: Record<string, unknown> }; // a chat model's, so a BaseMessage
      const said = KEPT.flatMap((field) => (field in generationInfo ? [[field, generationInfo[field]]] : []));
      message.response_metadata = { ...Object.fromEntries(said), ...message.response_metadata };
    }
  }
}

export const finishReasons: BaseCallbackHandler = new FinishReasons();
