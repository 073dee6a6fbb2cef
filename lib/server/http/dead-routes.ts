import type { App } from "./services";

/** What LangGraph's client can ask for and this server does not do, with the reason. */
export const DEAD_ROUTES: readonly (readonly [method: string, path: string, reason: string])[] = [
  ["POST", "/assistants", "Assistants are made by toolweave.config.ts."],
  ["PATCH", "/assistants/:assistantId", "Assistants are changed in toolweave.config.ts."],
  ["DELETE", "/assistants/:assistantId", "Assistants are removed in toolweave.config.ts."],
  ["POST", "/assistants/:assistantId/versions", "Assistants have one version, that of toolweave.config.ts."],
  ["POST", "/assistants/:assistantId/latest", "Assistants have one version, that of toolweave.config.ts."],
  ["POST", "/threads/prune", "Threads are removed one by one with DELETE /threads/{thread_id}."],
  ["PATCH", "/threads/:threadId/state", "Checkpoint metadata cannot be changed."],
  ["GET", "/threads/:threadId/stream", "Follow one run at /threads/{thread_id}/runs/{run_id}/stream."],
  ["POST", "/threads/:threadId/runs/crons", "There are no schedules."],
  ["POST", "/runs/crons", "There are no schedules."],
  ["POST", "/runs/crons/search", "There are no schedules."],
  ["POST", "/runs/crons/count", "There are no schedules."],
  ["PATCH", "/runs/crons/:cronId", "There are no schedules."],
  ["DELETE", "/runs/crons/:cronId", "There are no schedules."],
  ["POST", "/runs/cancel", "Stop runs one by one with POST /threads/{thread_id}/runs/{run_id}/cancel."],
];

/** Answers 501 with the reason, so that nobody looks for a wrong address. */
export function addDeadRoutes(app: App): void {
  for (const [method, path, reason] of DEAD_ROUTES) {
    app.on(method, path, (context) =>
      context.json({ code: "unsupported", message: `Not served here. ${reason}` }, 501),
    );
  }
}

/** For the test that every served route is described. */
export function isDeadRoute(method: string, path: string): boolean {
  return DEAD_ROUTES.some((route) => route[0] === method && route[1] === path);
}
