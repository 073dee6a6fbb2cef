export { MessageStep } from "./message-step";
