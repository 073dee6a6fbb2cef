export { AnswerText } from "./answer-text";
export { preloadMarkdown } from "./message-text";
