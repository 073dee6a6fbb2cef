export { ArtifactFrame } from "./artifact-frame";
