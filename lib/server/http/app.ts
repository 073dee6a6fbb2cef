import { Hono } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { shuttingDown } from "../runs/refusals";
import { addAccountRoutes } from "./account/account";
import { addAssistantRoutes } from "./assistants";
import { addAttachmentRoutes } from "./attachments/attachments";
import { addDeadRoutes } from "./dead-routes";
import { toErrorResponse } from "./exchange/error-response";
import { identify } from "./exchange/identify";
import { limitRequests } from "./exchange/limits/limit-requests";
import { limitStrangers } from "./exchange/limits/limit-strangers";
import { methodNotAllowed } from "./exchange/method-not-allowed";
import { crossOrigin } from "./exchange/origins/cors";
import { ownOriginOnly } from "./exchange/origins/own-origin";
import { ownThreads } from "./exchange/own-threads";
import { addArtifactFrameRoute } from "./frames/artifact-frame-route";
import { addDiagramFrameRoute } from "./frames/diagram-frame-route";
import { addInfoRoutes } from "./info";
import { addOpenapiRoute } from "./openapi/openapi-route";
import { addRunStreamRoutes } from "./runs/run-streams";
import { addRunRoutes } from "./runs/runs";
import { addStatelessRunRoutes } from "./runs/stateless-runs";
import type { App, AppEnv, Services } from "./services";
import { addStoreRoutes } from "./store-items";
import { addClaimRoutes } from "./threads/claims";
import { addMessageRoutes } from "./threads/messages";
import { addStateRoutes } from "./threads/thread-states";
import { addThreadRoutes } from "./threads/threads";

/** Of whatever says nothing else: it is one person's, and what its type says. */
const ANSWER_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Every route under one prefix. Whatever goes wrong is answered as JSON `{code, message, field?}`. */
export function createApp(services: Services, basePath: string): (request: Request) => Promise<Response> {
  const app = createRoutes(services, basePath);
  return async (request) => app.fetch(request);
}

/** The routes themselves, for whoever must know which there are. */
export function createRoutes(services: Services, basePath: string): App {
  const { runtime, identity, reportError } = services;
  const app: App = new Hono<AppEnv>({ strict: false }).basePath(basePath);

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(ANSWER_HEADERS))
      if (!context.res.headers.has(name)) context.header(name, value);
    // Hono drops the body of what HEAD gets: whatever feeds it must hear of that
    if (context.req.method === "HEAD") await context.res.body?.cancel();
  });
  app.use(async ({ req }, next) => {
    const refusal = services.refuseHost(req.raw);
    if (refusal) throw refusal;
    await next();
  });
  app.use(crossOrigin(services.origins));
  app.use(ownOriginOnly(services.origins));
  app.use(async (_, next) => {
    if (runtime.isClosing) throw shuttingDown();
    await next();
  });
  app.use(identify(basePath, identity, limitStrangers(services.limits)));
  app.use(limitRequests(services.limits.requestsPerMinute));
  app.use("/threads/:threadId/*", ownThreads(services));
  addDeadRoutes(app);
  addArtifactFrameRoute(app);
  addDiagramFrameRoute(app);
  addInfoRoutes(app, services);
  addOpenapiRoute(app, basePath);
  addAssistantRoutes(app, services);
  addThreadRoutes(app, services);
  addStateRoutes(app, services);
  addMessageRoutes(app, services);
  addRunRoutes(app, services);
  addRunStreamRoutes(app, services);
  addStatelessRunRoutes(app, services);
  addStoreRoutes(app, services);
  addAccountRoutes(app, services);
  addClaimRoutes(app, services);
  addAttachmentRoutes(app, services);
  app.notFound((context) => {
    const { method, path } = context.req;
    const refused = methodNotAllowed({ routes: app.routes, basePath }, method, path);
    if (refused) return refused;
    return toErrorResponse(new ToolweaveError("not_found", `There is nothing at ${method} ${path}.`));
  });
  app.onError((error, context) => {
    const response = toErrorResponse(error);
    if (response.status >= 500 && response.status !== 503) reportError(error, { path: context.req.path });
    return response;
  });
  return app;
}
