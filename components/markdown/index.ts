export { CodeLines } from "./code/code-lines";
export { type ColouredPiece, cutLines } from "./code/line-colours";
export { useColouredCode } from "./code/use-coloured-code";
export { Markdown } from "./markdown";
