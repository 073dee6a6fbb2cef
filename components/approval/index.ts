export { ArgumentChanges } from "./argument-changes";
export { CallDecisionRow } from "./call-decision";
export { type ArgumentEdit, useArgumentEdit } from "./use-argument-edit";
