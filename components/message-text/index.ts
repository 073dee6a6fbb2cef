export { MessageText, preloadMarkdown } from "./message-text";
