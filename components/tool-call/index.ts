export { ToolCallGroup } from "./tool-call-group";
