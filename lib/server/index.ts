export { type AttachmentStore, createDiskAttachments, createMemoryAttachments } from "./attachments";
export type { AgentDefinition, AgentGraph, GivenFeedback, GraphParts, Suggestion, ToolweaveConfig } from "./config";
export { defineConfig } from "./config";
export { createHandlers, type HandlerOptions, type Handlers, type ServerHost, startServer } from "./create-handlers";
export { registerHeadless } from "./middleware/register-headless";
export { createMemoryStorage } from "./persistence/memory/memory-storage";
export type { Storage } from "./persistence/storage";
export type { Auth, User } from "./users";
