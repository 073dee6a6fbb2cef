export { MessageFeedback } from "./message-feedback";
