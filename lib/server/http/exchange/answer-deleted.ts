import type { Context } from "hono";
import type { Storage } from "../../persistence/storage";

const STILL_READ =
  "It is deleted, and nobody sees it any more. Its words are still being overwritten in the server's files; where another " +
  "program reads those at this moment, a backup for example, that is done when it has ended.";

/** Answers that something was deleted: 204 where it is gone from the files too, else 202 with what is still to be done. */
export async function answerDeleted(context: Context, storage: Pick<Storage, "scrub">): Promise<Response> {
  if (await storage.scrub()) return context.body(null, 204);
  return context.json({ is_scrubbed: false, message: STILL_READ }, 202);
}
