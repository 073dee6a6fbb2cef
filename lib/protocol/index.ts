export { type ErrorBody, type ErrorData, errorBodySchema, errorDataSchema } from "./error-body";
export { interruptsOf, type RawEvent, readEvent, type StreamEvent } from "./event";
export {
  type HeadlessFailure,
  type HeadlessPayload,
  headlessFailureSchema,
  headlessPayloadSchema,
} from "./headless-payload";
export { type AgentInfo, agentInfoSchema, type Info, infoSchema, type ModelInfo, modelInfoSchema } from "./info";
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
  type Claim,
  type Command,
  claimRequestSchema,
  claimSchema,
  commandSchema,
  type Run,
  type RunRequest,
  type RunStatus,
  runRequestSchema,
  runSchema,
  runStatusSchema,
  type StreamMode,
  streamModeSchema,
} from "./run";
export { encodeSse, HEARTBEAT } from "./sse-encoder";
export {
  type Checkpoint,
  type CreateThread,
  checkpointSchema,
  createThreadSchema,
  historyRequestSchema,
  type Interrupt,
  interruptSchema,
  type SearchThreads,
  searchThreadsSchema,
  type Task,
  type Thread,
  type ThreadState,
  type ThreadStatus,
  taskSchema,
  threadSchema,
  threadStateSchema,
  threadStatusSchema,
  updateThreadSchema,
} from "./thread";
export { type ToolProgress, toolProgressSchema } from "./tool-progress";
