export { RememberedTools } from "./remembered-tools";
