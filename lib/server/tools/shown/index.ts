export { askForm } from "./ask-form";
export { draftEmail } from "./draft-email";
export { makeChart } from "./make-chart";
export { makePlan } from "./make-plan";
export { makeTable } from "./make-table";
export { showPlace } from "./show-place";
export { writeDocument } from "./write-document";
