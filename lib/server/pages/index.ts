export { pageRules, sharePageRules } from "./page-rules";
