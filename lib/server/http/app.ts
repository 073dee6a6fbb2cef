import { Hono } from "hono";
import { ToolweaveError } from "@/lib/errors";
import type { Agents } from "../agents/create-agents";
import type { Attachments } from "../attachments";
import { shuttingDown } from "../runs/refusals";
import type { ReportError, Runtime } from "../runtime";
import { addArtifactFrameRoute } from "./artifact-frame/artifact-frame-route";
import { addAssistantRoutes } from "./assistants";
import { addAttachmentRoutes } from "./attachments/attachments";
import { addDeadRoutes } from "./dead-routes";
import { loopbackCors } from "./exchange/cors";
import { toErrorResponse } from "./exchange/error-response";
import { type IdentifyParts, identify } from "./exchange/identify";
import { methodNotAllowed } from "./exchange/method-not-allowed";
import { ownOriginOnly } from "./exchange/own-origin";
import { ownThreads } from "./exchange/own-threads";
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

export type AppParts = {
  readonly runtime: Runtime;
  readonly agents: Agents;
  readonly attachments: Attachments;
  readonly identity: IdentifyParts;
  readonly basePath: string;
  readonly reportError: ReportError;
  readonly maxBodyBytes?: number;
};

const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Every route under one prefix. Whatever goes wrong is answered as JSON `{code, message, field?}`. */
export function createApp(parts: AppParts): (request: Request) => Promise<Response> {
  const { runtime, agents, attachments, identity, basePath, reportError } = parts;
  const maxBodyBytes = parts.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const app = createRoutes({ runtime, agents, attachments, identity, maxBodyBytes, reportError }, basePath);
  return async (request) => app.fetch(request);
}

/** The routes themselves, for whoever must know which there are. */
export function createRoutes(services: Services, basePath: string): App {
  const { runtime, identity, reportError } = services;
  const app: App = new Hono<AppEnv>({ strict: false }).basePath(basePath);

  app.use(loopbackCors());
  app.use(ownOriginOnly());
  app.use(async (_, next) => {
    if (runtime.isClosing) throw shuttingDown();
    await next();
  });
  app.use(identify(basePath, identity));
  app.use("/threads/:threadId/*", ownThreads(services));
  addDeadRoutes(app);
  addArtifactFrameRoute(app);
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
