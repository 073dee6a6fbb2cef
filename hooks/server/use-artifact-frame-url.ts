import { useFrameUrl } from "./use-frame-url";

/**
 * Where the server keeps the page in which HTML of a model runs, for the `src` of a frame. Undefined where there is none: on
 * another LangGraph server, and where the server is of another origin than the page, which it does not let frame it.
 */
export function useArtifactFrameUrl(): string | undefined {
  return useFrameUrl("useArtifactFrameUrl", "artifact-frame");
}
