export { RememberedTools } from "./remembered-tools";
export { YourData } from "./your-data";
