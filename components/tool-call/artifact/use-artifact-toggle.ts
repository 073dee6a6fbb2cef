import { useToolCalls } from "@/hooks";
import { useArtifact } from "./artifact-context";
import { ARTIFACT_TOOL } from "./read-artifact";

/** Closes the document that is open, or opens the thread's newest. The function returns false where there is none. */
export function useArtifactToggle(): () => boolean {
  const { callKey, open, close } = useArtifact();
  const newest = useToolCalls((call) => call.name === ARTIFACT_TOOL).at(-1);
  return () => {
    if (callKey !== undefined) close();
    else if (newest !== undefined) open(newest);
    return callKey !== undefined || newest !== undefined;
  };
}
