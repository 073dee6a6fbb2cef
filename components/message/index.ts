export { EditingProvider, useEditing } from "./editing";
export { MessageStep } from "./message-step";
