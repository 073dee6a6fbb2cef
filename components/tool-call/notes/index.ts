export { EventList } from "./event-list";
export { StepNotes } from "./step-notes";
