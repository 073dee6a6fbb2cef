export { Chat, type ChatProps } from "./chat";
export type { Theme, ThemeControl } from "./settings";
export { defineToolView, type PreviewProps, type ResultProps, type ToolView, type ToolViewParts } from "./tool-call";
