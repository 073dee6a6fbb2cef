export { ArtifactProvider, useArtifact, useRememberedArtifact } from "./artifact-context";
export { ArtifactSide } from "./artifact-side";
export { ARTIFACT_TOOL, countLines, readArtifact } from "./read-artifact";
export { useArtifactVersions } from "./use-artifact-versions";
