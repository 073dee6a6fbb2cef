export type { ExecutorClock } from "./clock";
export {
  type Consent,
  defineHeadlessTool,
  getLocation,
  type HeadlessContext,
  type HeadlessContract,
  type HeadlessPolicy,
  type HeadlessTool,
  implementTools,
  listNotes,
  saveNote,
} from "./contract";
export { hasBegun, isAwaitingPerson } from "./executor/call-standing";
export type {
  ExecutorEnvironment,
  ExecutorHost,
  HeadlessCall,
  HeadlessDecision,
  HeadlessExecutor,
  PendingCall,
  ResumeBatch,
} from "./executor/executor-types";
export { createHeadlessPage, type HeadlessPage } from "./headless-page";
export type { ConsentMemory, Journal, JournalEntry } from "./journal/journal";
export { createMemoryConsents, createMemoryJournal } from "./journal/memory-journal";
export { keptDatabase } from "./kept-database";
export { loadHeadlessPage } from "./load-headless-page";
export { type ArgumentFault, findSchemaFaults } from "./schema/find-schema-faults";
export { createWebLocks, type TabLocks } from "./tab-locks";
export type { HeadlessOutcome, HeadlessPhase, HeadlessRefusal, ToolEvent } from "./tool-event";
export { createToolRegistry, type ToolRegistry } from "./tool-registry";
export { browserTools } from "./tools/browser-tools";
export { readClipboardTool, writeClipboardTool } from "./tools/clipboard";
export { getDeviceInfoTool, setThemeTool } from "./tools/device";
export { sendEmailTool } from "./tools/email";
export { drawChartTool, type LocalChart, localChart } from "./tools/files/draw-chart";
export { openLocalFileTool } from "./tools/files/open-local-file";
export { saveFileTool } from "./tools/files/save-file";
export { getLocationTool } from "./tools/get-location";
export { mailLink } from "./tools/mail-link";
export { listNotesTool, saveNoteTool } from "./tools/notes";
export { showNotificationTool } from "./tools/notification";
export { readPageTextTool, readSelectionTool } from "./tools/page";
export { speakTool } from "./tools/speech";
