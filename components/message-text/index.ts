export { AnswerEndNote } from "./answer-end-note";
export { AnswerText } from "./answer-text";
export { preloadMarkdown } from "./message-text";
