export { Chat, type ChatProps } from "./chat";
export { defineToolView, type PreviewProps, type ResultProps, type ToolView, type ToolViewParts } from "./tool-call";
