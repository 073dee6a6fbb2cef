import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { ThreadStore } from "../../persistence/storage";
import { threadNotFound } from "../../runs/refusals";
import type { AppEnv, Services } from "../services";
import { readBody } from "./read-request";

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

/**
 * Reads the body of a request about one thread, and asks again whose that is: the sender says how long a body takes, and
 * a thread that was not there when it began may be somebody's when it ends.
 */
export async function readThreadBody<Schema extends z.ZodType>(
  { runtime, maxBodyBytes }: Pick<Services, "runtime" | "maxBodyBytes">,
  context: Context<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await readBody(context.req.raw, schema, maxBodyBytes);
  await assertOwn(runtime.storage.threads, context.req.param("threadId") ?? "", context.var.user.userId);
  return body;
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
