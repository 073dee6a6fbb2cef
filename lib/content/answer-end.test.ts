import { describe, expect, it } from "vitest";
import { type AnswerEnd, readAnswerEnd } from ".";

const response = (response_metadata: object) => ({ type: "ai", content: "Half", response_metadata });
const kwargs = (additional_kwargs: object) => ({ type: "ai", content: "Half", additional_kwargs });

const EARLY: readonly (readonly [string, object, AnswerEnd])[] = [
  ["OpenAI chat", response({ finish_reason: "length" }), "length"],
  ["OpenAI chat, filtered", response({ finish_reason: "content_filter" }), "filter"],
  [
    "OpenAI responses",
    response({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    "length",
  ],
  [
    "OpenAI responses, filtered",
    response({ status: "incomplete", incomplete_details: { reason: "content_filter" } }),
    "filter",
  ],
  ["OpenAI responses, failed", response({ status: "failed", incomplete_details: null }), "broken"],
  ["Anthropic streamed", kwargs({ stop_reason: "max_tokens", stop_sequence: null }), "length"],
  ["Anthropic whole", response({ stop_reason: "model_context_window_exceeded" }), "length"],
  ["Anthropic, refused", kwargs({ stop_reason: "refusal" }), "filter"],
  ["Anthropic, paused", kwargs({ stop_reason: "pause_turn" }), "broken"],
  ["Gemini", response({ finishReason: "MAX_TOKENS" }), "length"],
  ["Gemini, filtered", response({ finishReason: "SAFETY" }), "filter"],
  ["Gemini, from a source", response({ finishReason: "RECITATION" }), "filter"],
  ["Gemini, without a reason", response({ finishReason: "OTHER" }), "broken"],
  ["Gemini of Python", response({ finish_reason: "PROHIBITED_CONTENT" }), "filter"],
  ["Bedrock Converse whole", response({ stopReason: "max_tokens" }), "length"],
  ["Bedrock Converse streamed", response({ messageStop: { stopReason: "guardrail_intervened" } }), "filter"],
  ["Mistral", response({ finish_reason: "model_length" }), "length"],
  ["Ollama", response({ done_reason: "length", done: true }), "length"],
  ["Cohere", response({ finish_reason: "MAX_TOKENS" }), "length"],
  ["DeepSeek", response({ finish_reason: "insufficient_system_resource" }), "broken"],
  ["what merging has doubled", response({ finish_reason: "lengthlength" }), "length"],
  ["what merging has tripled", response({ finishReason: "SAFETYSAFETYSAFETY" }), "filter"],
  ["our own mark", kwargs({ toolweave: { end: "stopped" } }), "stopped"],
  [
    "our own mark before a provider's",
    { ...kwargs({ toolweave: { end: "stopped" } }), ...response({ finish_reason: "length" }) },
    "stopped",
  ],
];

const WHOLE: readonly (readonly [string, unknown])[] = [
  ["stop", response({ finish_reason: "stop" })],
  ["calls", response({ finish_reason: "tool_calls", model_name: "length" })],
  ["Anthropic's ends", kwargs({ stop_reason: "end_turn" })],
  ["a stop sequence", kwargs({ stop_reason: "stop_sequence" })],
  ["Gemini's", response({ finishReason: "STOP" })],
  ["doubled", response({ finish_reason: "stopstop" })],
  ["responses'", response({ status: "completed", incomplete_details: null })],
  ["a reason that nobody knows", response({ finish_reason: "constructor" })],
  ["an empty one", response({ finish_reason: "" })],
  ["no text", response({ finish_reason: 7, status: ["failed"], messageStop: "x" })],
  ["another mark of ours", kwargs({ toolweave: { code: "tool_failed" } })],
  ["a mark that is none", kwargs({ toolweave: { end: "toString" } })],
  ["nothing", { type: "ai", content: "" }],
  ["no message", null],
];

describe("an answer that ended early says why", () => {
  it.each(EARLY)("%s", (_, message, end) => {
    expect(readAnswerEnd(message)).toBe(end);
  });
});

describe("an answer that is whole says nothing", () => {
  it.each(WHOLE)("%s", (_, message) => {
    expect(readAnswerEnd(message)).toBeUndefined();
  });
});
