export { type Annotation, type Citation, citationSchema, nonStandardAnnotationSchema } from "./annotation";
export { type AnswerEnd, type AnswerEndMark, readAnswerEnd } from "./answer-end";
export {
  audioBlockSchema,
  type ContentBlock,
  type ContentBlockOf,
  type ContentBlockType,
  contentBlockSchema,
  fileBlockSchema,
  imageBlockSchema,
  invalidToolCallBlockSchema,
  nonStandardBlockSchema,
  plainTextBlockSchema,
  reasoningBlockSchema,
  serverToolCallBlockSchema,
  serverToolCallChunkBlockSchema,
  serverToolResultBlockSchema,
  textBlockSchema,
  toolCallBlockSchema,
  toolCallChunkBlockSchema,
  videoBlockSchema,
} from "./block";
export { checkHistory, type HistoryProblem } from "./history/check-history";
export type { HistoryProvider } from "./history/provider-rules";
export { CANCELLED_ANSWER, repairHistory } from "./history/repair-history";
export { isRecord } from "./json-record";
export {
  type AiMessage,
  aiMessageSchema,
  type ContentMessage,
  type HumanMessage,
  humanMessageSchema,
  type Message,
  type MessageToolCall,
  type MessageType,
  messageSchema,
  type RemoveMessage,
  removeMessageSchema,
  type SystemMessage,
  systemMessageSchema,
  type ToolMessage,
  toolMessageSchema,
  type UnknownMessage,
  unknownMessageSchema,
} from "./message";
export { type BufferStringOptions, bufferString } from "./messages/buffer-string";
export { chunkToMessage } from "./messages/chunk-to-message";
export { coerceMessages, type MessageLike } from "./messages/coerce-messages";
export { countTokensApproximately } from "./messages/count-tokens-approximately";
export { filterMessages, type MessageFilter } from "./messages/filter-messages";
export { mergeMessageRuns } from "./messages/merge-message-runs";
export type { TextSplitter, TokenCounter } from "./messages/take-first";
export { type CountingModel, type TrimOptions, trimMessages } from "./messages/trim-messages";
export { parseMessage } from "./parse-message";
export { readMessage } from "./read-message";
export { type ContentStream, createContentStream } from "./stream/content-stream";
export { textOfMessage } from "./text-of-message";
export { readCitation } from "./translate/read-citation";
export { translateContent, translateMessage } from "./translate/translate-message";
export { sumUsage, type UsageMetadata, usageOfMessage } from "./usage";
