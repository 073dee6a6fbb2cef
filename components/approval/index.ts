export { ArgumentChanges } from "./argument-changes";
export { CallDecisionRow } from "./call-decision";
export { useArgumentEdit } from "./use-argument-edit";
