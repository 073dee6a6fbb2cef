export { ArtifactProvider, useArtifact } from "./artifact-context";
export { ArtifactSide } from "./artifact-side";
export { ARTIFACT_TOOL, countLines, readArtifact } from "./read-artifact";
export { useArtifactToggle } from "./use-artifact-toggle";
export { useArtifactVersions } from "./use-artifact-versions";
