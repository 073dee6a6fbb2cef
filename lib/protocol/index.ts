export {
  type Assistant,
  assistantSchema,
  type CountAssistants,
  countAssistantsSchema,
  drawableGraphSchema,
  type GraphSchemas,
  graphSchemasSchema,
  searchAssistantsSchema,
} from "./assistant";
export {
  type Attachment,
  type AttachmentKind,
  type AttachmentLimits,
  attachmentKindSchema,
  attachmentLimitsSchema,
  attachmentSchema,
} from "./attachment";
export { type Decline, readDecline, writeDecline } from "./decline-words";
export { type ErrorBody, type ErrorData, errorBodySchema, errorDataSchema } from "./error-body";
export type { RawEvent, StreamEvent } from "./event";
export { type Feedback, feedbackSchema } from "./feedback";
export { feedbackKey, messageOfFeedbackKey } from "./feedback-key";
export {
  type HeadlessEdited,
  type HeadlessFailure,
  type HeadlessPayload,
  headlessEditedSchema,
  headlessFailureSchema,
  headlessPayloadSchema,
} from "./headless-payload";
export {
  type AgentInfo,
  agentInfoSchema,
  type Info,
  infoSchema,
  type ModelChoiceInfo,
  type ModelFacts,
  type ModelInfo,
  modelInfoSchema,
} from "./info";
export {
  type ToolCallChunk,
  toolCallChunkSchema,
  toolCallSchema,
  type UsageMetadata,
  usageMetadataSchema,
  type WireMessage,
  type WireToolCall,
  wireMessageSchema,
} from "./message";
export {
  type MessagesPage,
  type MessagesQuery,
  messagesPageSchema,
  messagesQuerySchema,
  type PlacedMessage,
  placedMessageSchema,
} from "./messages-page";
export { MODEL_KEY } from "./model-key";
export {
  cancelQuerySchema,
  graphQuerySchema,
  historyQuerySchema,
  itemQuerySchema,
  joinQuerySchema,
  runListQuerySchema,
  stateQuerySchema,
  subgraphsQuerySchema,
} from "./query";
export {
  readAssistants,
  readAttachment,
  readClaim,
  readErrorBody,
  readInfo,
  readRun,
  readRuns,
  readThread,
  readThreadState,
  readThreadStates,
  readThreads,
} from "./read/read-answers";
export { interruptsOf, readEvent } from "./read/read-event";
export { readFeedback } from "./read/read-feedback";
export { readWireMessage } from "./read/read-message";
export { readMessagesPage } from "./read/read-messages-page";
export { readHeadlessEdited, readHeadlessFailure, readHeadlessPayload, readToolProgress } from "./read/read-payloads";
export {
  type ReviewAction,
  type ReviewDecision,
  type ReviewRequest,
  readReviewRequest,
  reviewResponse,
} from "./read/read-review";
export type { Read } from "./read/shape";
export {
  type Claim,
  type Command,
  claimRequestSchema,
  claimSchema,
  commandSchema,
  type Run,
  type RunRequest,
  type RunStatus,
  runBatchSchema,
  runRequestSchema,
  runResultSchema,
  runSchema,
  runStatusSchema,
  type StreamMode,
  streamModeSchema,
} from "./run";
export { encodeSse, HEARTBEAT } from "./sse-encoder";
export {
  deleteItemSchema,
  foundItemsSchema,
  foundNamespacesSchema,
  itemSchema,
  listNamespacesSchema,
  putItemSchema,
  type StoreItem,
  searchItemsSchema,
} from "./store-item";
export {
  type Checkpoint,
  type CreateThread,
  checkpointSchema,
  countThreadsSchema,
  createThreadSchema,
  historyRequestSchema,
  type Interrupt,
  interruptSchema,
  type SearchThreads,
  searchThreadsSchema,
  stateRequestSchema,
  type Task,
  type Thread,
  type ThreadState,
  type ThreadStatus,
  taskSchema,
  threadSchema,
  threadStateSchema,
  threadStatusSchema,
  type UpdateState,
  updatedStateSchema,
  updateStateSchema,
  updateThreadSchema,
} from "./thread";
export { type ToolProgress, toolProgressSchema } from "./tool-progress";
