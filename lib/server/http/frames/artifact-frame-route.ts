import type { App } from "../services";
import { ARTIFACT_SCRIPT } from "./artifact-script";
import { FRAME_HEADERS } from "./frame-headers";

const HEADERS = { ...FRAME_HEADERS, "cache-control": "no-store" } as const;

const DOCUMENT = `<!doctype html><meta charset="utf-8"><title>Artifact</title><script>${ARTIFACT_SCRIPT}</script>`;

/**
 * The empty page in which HTML and SVG of a model run, the same for everybody: what it shows comes by message from the
 * page around it and never reaches the server. It needs no key and no cookie.
 */
export function addArtifactFrameRoute(app: App): void {
  app.get("/artifact-frame", (context) => context.html(DOCUMENT, 200, HEADERS));
}
