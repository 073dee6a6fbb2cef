import { useToolCalls } from "@/hooks";
import { ARTIFACT_TOOL, readArtifact } from "./read-artifact";

/** The calls that wrote a document of this title, oldest first: its versions. A title that is not whole yet is its own. */
export function useArtifactVersions(title: string): readonly string[] {
  return useToolCalls((call) => call.name === ARTIFACT_TOOL && readArtifact(call).title === title);
}
