export type { AttachmentTransport, FileToSend, UploadOptions } from "./attachments/attachment-transport";
export { type Clock, sleep, systemClock } from "./clock";
export { createHttpTransport, type HttpTransportOptions, type StreamLimits } from "./create-http-transport";
export { createUuid } from "./create-uuid";
export { endingOf } from "./follow-run";
export { isAway } from "./http-client";
export {
  createMemoryTransport,
  type MemoryTransport,
  type MemoryTransportOptions,
} from "./memory/create-memory-transport";
export type { MemoryRun } from "./memory/memory-run";
export { createSseDecoder, type SseDecoder, type SseEvent } from "./sse/sse-decoder";
export type {
  ConnectionChange,
  Deletion,
  EventBatch,
  GoingOnRun,
  NewestRun,
  RunStreamOptions,
  ThreadPage,
  Transport,
} from "./transport";
export { browserIsOffline, browserWake, type WakeSource } from "./wake";
