import type { App } from "../services";
import { createDocument } from "./document";

/** Serves the description of the api, made when it is first asked for. */
export function addOpenapiRoute(app: App, basePath: string): void {
  let document: Record<string, unknown> | undefined;
  app.get("/openapi.json", (context) => {
    document ??= createDocument(basePath);
    return context.json(document);
  });
}
