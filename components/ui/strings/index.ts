export type { Strings } from "./english";
export { useStrings } from "./use-strings";
