import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ToolweaveError } from "@/lib/errors";

/**
 * Stands in for a model that cannot be called, so that the page comes up and says why.
 * Every call rejects with the given error; nothing goes to the network.
 */
export class UnavailableModel extends BaseChatModel {
  readonly reason: ToolweaveError;

  constructor(reason: ToolweaveError) {
    super({});
    this.reason = reason;
  }

  _llmType(): string {
    return "toolweave-unavailable";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(): Promise<never> {
    throw this.reason;
  }
}
