export { registerHeadless } from "./register-headless";
export { reviewTools } from "./review-tools";
export { wholeArguments } from "./whole-arguments";
