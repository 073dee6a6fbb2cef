import { useFrameUrl } from "./use-frame-url";

/** Where the server keeps the page that draws diagrams, for the `src` of a frame. Undefined where there is none, as for artifacts. */
export function useDiagramFrameUrl(): string | undefined {
  return useFrameUrl("useDiagramFrameUrl", "diagram-frame");
}
