import type { MiddlewareHandler } from "hono";
import type { ThreadStore } from "../../persistence/storage";
import { threadNotFound } from "../../runs/refusals";
import type { AppEnv, Services } from "../services";

/**
 * Lets through what a request says of a thread of its user, and of one that is not there; another's is a 404, whatever is
 * asked of it. Every route below `/threads/:threadId` is behind this.
 */
export function ownThreads({ runtime }: Pick<Services, "runtime">): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await assertOwn(runtime.storage.threads, context.req.param("threadId") ?? "", context.var.user.userId);
    await next();
  };
}

/** Throws `not_found` for a thread of somebody else. */
export async function assertOwn(
  { ownerOf }: Pick<ThreadStore, "ownerOf">,
  threadId: string,
  userId: string,
): Promise<void> {
  const owner = await ownerOf(threadId);
  if (owner !== undefined && owner !== userId) throw threadNotFound(threadId);
}
