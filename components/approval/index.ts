export { ArgumentChanges } from "./argument-changes";
export { CallDecisionRow } from "./call-decision";
export { DecisionPlace } from "./decision-sheet";
export { DecisionSheets } from "./decision-sheets";
export { useArgumentEdit } from "./use-argument-edit";
