import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

type Call = { readonly name: string; readonly args: Record<string, unknown> };
type Answer = { readonly text?: string; readonly calls?: readonly Call[] };

const PIECE_LENGTH = 6;
const PIECE_PAUSE_MS = 5;

/** A model without a network: it reads the newest words of the person and answers in small pieces. */
export class ScriptedModel extends BaseChatModel<BaseChatModelCallOptions, AIMessageChunk> {
  constructor() {
    super({});
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
    const id = `answer-${crypto.randomUUID()}`;
    const { text = "", calls = [] } = answerTo(messages);
    const pieces: Partial<ConstructorParameters<typeof AIMessageChunk>[0] & object>[] = [];
    for (const content of cut(text)) pieces.push({ content });
    for (const [index, { name, args }] of calls.entries()) {
      const [first, ...rest] = cut(JSON.stringify(args));
      const callId = `call-${crypto.randomUUID()}`;
      pieces.push({
        content: "",
        tool_call_chunks: [{ type: "tool_call_chunk", index, id: callId, name, args: first }],
      });
      for (const piece of rest)
        pieces.push({ content: "", tool_call_chunks: [{ type: "tool_call_chunk", index, args: piece }] });
    }
    for (const piece of pieces) {
      await wait(PIECE_PAUSE_MS, undefined, { signal: options.signal });
      const message = new AIMessageChunk({ id, content: "", ...piece });
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await run?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

function answerTo(messages: readonly BaseMessage[]): Answer {
  const asked = messages.findLastIndex((message) => message.type === "human");
  const results = messages.slice(asked + 1).filter((message) => message.type === "tool");
  if (results.length > 0) return { text: `The tools say: ${results.map((message) => message.text).join(" and ")}.` };
  const words = messages[asked]?.text ?? "";
  const calls: Call[] = [];
  const sum = /(\d+) *\+ *(\d+)/.exec(words);
  if (sum) calls.push({ name: "add", args: { a: Number(sum[1]), b: Number(sum[2]) } });
  if (/where/i.test(words)) calls.push({ name: "get_location", args: { high_accuracy: false } });
  if (calls.length > 0) return { calls };
  if (/long/i.test(words)) return { text: "A long answer goes on and on. ".repeat(40) };
  return { text: `You said: ${words}` };
}

function cut(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE_LENGTH}}`, "g")) ?? [];
}
