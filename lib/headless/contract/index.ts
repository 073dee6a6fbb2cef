export { readClipboard, writeClipboard } from "./clipboard";
export {
  type Consent,
  defineHeadlessTool,
  type HeadlessContext,
  type HeadlessContract,
  type HeadlessPolicy,
  type HeadlessTool,
} from "./define-headless-tool";
export { getDeviceInfo, setTheme } from "./device";
export { sendEmail } from "./email";
export { drawChart, openLocalFile, saveFile } from "./files";
export { getLocation } from "./get-location";
export { type Implementations, implementTools } from "./implement-tools";
export { listNotes, saveNote } from "./notes";
export { showNotification } from "./notification";
export { readPageText, readSelection } from "./page";
export { readableAgain } from "./readable-again";
export { speak } from "./speech";
