/** Words of about a token each, the same ones every time. */
const WORDS = ["The ", "loom ", "draws ", "its ", "thread, ", "a ", "pattern ", "grows ", "line ", "by ", "line.\n"];

/** `count` pieces of text as a model streams them. */
export function createTokens(count) {
  return Array.from({ length: count }, (_, at) => WORDS[(at * 7 + (at >> 3)) % WORDS.length]);
}

/** The shapes in which text reaches a page, one chunk a token. */
export const SHAPES = {
  /** OpenAI's Chat Completions and everybody who imitates it. */
  text: (token) => ({ type: "AIMessageChunk", id: "m", content: token }),
  /** Anthropic through LangChain.js: a block with an index, and the provider's name. */
  blocks: (token) => ({
    type: "AIMessageChunk",
    id: "m",
    content: [{ type: "text", text: token, index: 0 }],
    additional_kwargs: {},
    response_metadata: { model_provider: "anthropic" },
    tool_call_chunks: [],
  }),
  /** Gemini and v1 streams: blocks without an index, which are joined. */
  loose: (token) => ({ type: "AIMessageChunk", id: "m", content: [{ type: "text", text: token }] }),
  /** DeepSeek and xAI: reasoning beside the content. */
  reasoning: (token) => ({
    type: "AIMessageChunk",
    id: "m",
    content: "",
    additional_kwargs: { reasoning_content: token },
  }),
};

export function createChunks(shape, count) {
  return createTokens(count).map(SHAPES[shape]);
}
