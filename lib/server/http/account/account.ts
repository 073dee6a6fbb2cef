import { answerDeleted } from "../exchange/answer-deleted";
import { whileOpen } from "../exchange/limits/open-limit";
import type { App, Services } from "../services";
import { deleteUser } from "./delete-user";
import { exportUser } from "./export-user";

/** What a user may do with all that is theirs: take it along, and have it deleted. */
export function addAccountRoutes(app: App, services: Services): void {
  const { cookies } = services.identity;

  app.get("/users/me/export", (context) => {
    const { user } = context.var;
    return whileOpen(services.open.exports, { request: context.req.raw, user }, (place) => {
      if (context.req.method !== "HEAD")
        return new Response(exportUser(services, user, place), { headers: archiveHeaders() });
      place.release(); // an archive begins to be written as soon as it is made, and here there is none
      return new Response(null, { headers: archiveHeaders() });
    });
  });

  app.delete("/users/me", async (context) => {
    await deleteUser(services, context.var.user.userId);
    // whoever comes back is somebody new
    for (const cookie of cookies?.expire(context.req.raw) ?? []) context.header("set-cookie", cookie, { append: true });
    return answerDeleted(context, services.runtime.storage);
  });
}

function archiveHeaders() {
  const day = new Date().toISOString().slice(0, 10);
  return {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="toolweave-${day}.zip"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}
