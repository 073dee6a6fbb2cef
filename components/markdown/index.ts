export { Markdown } from "./markdown";
export { safeUrl } from "./safe-url";
