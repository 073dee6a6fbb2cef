export { ArtifactProvider, ArtifactSide, useArtifact } from "./artifact";
export { StepNotes } from "./notes";
export { ToolCallGroup } from "./tool-call-group";
export { defineToolView, type PreviewProps, type ResultProps, type ToolView, type ToolViewParts } from "./tool-view";
export { ToolViewsProvider } from "./tool-views";
