import type { App } from "../services";
import { type DiagramDocument, makeDiagramDocument } from "./diagram-document";
import { FRAME_HEADERS } from "./frame-headers";

/**
 * The page in which diagrams are drawn, with the library in it, the same for everybody: what it draws comes by message from
 * the page around it and never reaches the server. A browser keeps it, and asks each time whether it is still the same.
 */
export function addDiagramFrameRoute(app: App): void {
  let made: Promise<DiagramDocument> | undefined;
  app.get("/diagram-frame", async (context) => {
    made ??= makeDiagramDocument().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    const { etag, html } = await made;
    const headers = {
      ...FRAME_HEADERS,
      "cache-control": "public, no-cache",
      etag,
    };
    if (context.req.header("if-none-match")?.replace(/^W\//, "") === etag) {
      return new Response(null, { status: 304, headers });
    }
    return context.html(html, 200, headers);
  });
}
