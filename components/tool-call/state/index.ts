export { callAppearance } from "./call-appearance";
export { CallNotice, isNoticeFirst } from "./call-notice";
export { CallStatus } from "./call-status";
export { Weft } from "./weft";
