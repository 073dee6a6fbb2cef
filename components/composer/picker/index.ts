export { AgentPicker } from "./agent-picker";
