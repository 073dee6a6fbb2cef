export { callAppearance } from "./call-appearance";
export { CallNotice, isNoticeFirst } from "./call-notice";
export { CallStatus } from "./call-status";
export { refusalWords } from "./refusal-words";
export { Weft } from "./weft";
