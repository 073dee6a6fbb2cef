export { registerHeadless } from "./register-headless";
export { type ReviewedTool, reviewTools } from "./review-tools";
