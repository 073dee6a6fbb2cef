export { HighlightedCode } from "./code/highlighted-code";
export { Markdown } from "./markdown";
