import type { Hono } from "hono";
import { createDocument } from "./document";

/** Serves the description of the api, made when it is first asked for. */
export function addOpenapiRoute(app: Hono, basePath: string): void {
  let document: Record<string, unknown> | undefined;
  app.get("/openapi.json", (context) => {
    document ??= createDocument(basePath);
    return context.json(document);
  });
}
