export { Markdown } from "./markdown";
