export { type LogHandle, MessageLog } from "./message-log";
