export {
  type Consent,
  defineHeadlessTool,
  type HeadlessContext,
  type HeadlessContract,
  type HeadlessPolicy,
  type HeadlessTool,
} from "./define-headless-tool";
export { getLocation } from "./get-location";
export { listNotes, saveNote } from "./notes";
