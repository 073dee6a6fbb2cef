import { createHash } from "node:crypto";
import {
  AIMessageChunk,
  type AIMessageChunkFields,
  type BaseMessage,
  type StandardMessageStructure,
} from "@langchain/core/messages";
import type { Answer } from "../scenario";
import { cutArguments, cutText } from "./pieces";

/** What the chunks of one answer are made from. */
type Context = { readonly fingerprint: string; readonly inputTokens: number };

/**
 * The chunks of an answer in the shape of an OpenAI-like stream: an empty first one, reasoning as `reasoning_content`,
 * text (in one content block where it has citations), then each call with id and name on its first chunk and the arguments in pieces, the finish reason, and the
 * token usage on the last. Throws the answer's failure where a provider would break off.
 */
export function* answerChunks(answer: Answer, context: Context): Generator<AIMessageChunk> {
  let outputTokens = 0;
  const send = (fields: AIMessageChunkFields) => {
    outputTokens += 1;
    return new AIMessageChunk({ content: "", ...fields });
  };
  if (answer.failure && !answer.text) throw answer.failure;
  yield new AIMessageChunk({ content: "" });
  for (const piece of cutText(answer.reasoning ?? "")) {
    yield send({ additional_kwargs: { reasoning_content: piece } });
  }
  for (const content of contentPieces(answer)) yield send({ content });
  if (answer.failure) throw answer.failure;
  for (const [index, call] of (answer.calls ?? []).entries()) {
    const id = callId(context.fingerprint, index);
    yield send({ tool_call_chunks: [{ type: "tool_call_chunk", index, id, name: call.name, args: "" }] });
    for (const args of cutArguments(JSON.stringify(call.args))) {
      yield send({ tool_call_chunks: [{ type: "tool_call_chunk", index, args }] });
    }
  }
  const finishReason = answer.finishReason ?? (answer.calls?.length ? "tool_calls" : "stop");
  yield new AIMessageChunk({ content: "", response_metadata: { finish_reason: finishReason, model_name: "demo" } });
  const { inputTokens } = context;
  yield new AIMessageChunk<StandardMessageStructure>({
    content: "",
    usage_metadata: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  });
}

function* contentPieces({
  text = "",
  citations = [],
}: Answer): Generator<NonNullable<AIMessageChunkFields["content"]>> {
  if (citations.length === 0) {
    yield* cutText(text);
    return;
  }
  const places = citations.map(({ words, url, title }) => {
    const start_index = text.indexOf(words);
    return { type: "citation" as const, url, title, start_index, end_index: start_index + words.length };
  });
  let length = 0;
  for (const piece of cutText(text)) {
    const before = length;
    length += piece.length;
    yield [{ type: "text", index: 0, text: piece }];
    const annotations = places.filter(({ end_index: end }) => end > before && end <= length);
    if (annotations.length > 0) yield [{ type: "text", index: 0, text: "", annotations }];
  }
}

/** A plausible number of tokens: four characters each. */
export function countTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((sum, message) => sum + Math.ceil(message.text.length / 4), 0);
}

/** Like a provider's: opaque, and different in every thread and turn, because the messages before it are. */
function callId(fingerprint: string, index: number): string {
  return `call_${createHash("sha256").update(`${fingerprint}:${index}`).digest("hex").slice(0, 24)}`;
}
