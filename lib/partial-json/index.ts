export { createPartialJson, DEFAULT_MAX_BYTES, type PartialJson, type PartialJsonOptions } from "./create-partial-json";
export type { JsonPath, JsonValue, PathState } from "./json-value";
