import type { App, Services } from "../services";
import { deleteUser } from "./delete-user";
import { exportUser } from "./export-user";

/** What a user may do with all that is theirs: take it along, and have it deleted. */
export function addAccountRoutes(app: App, services: Services): void {
  const { cookies } = services.identity;

  app.get("/users/me/export", (context) => {
    const day = new Date().toISOString().slice(0, 10);
    // the archive begins to be written as soon as it is made
    const archive = context.req.method === "HEAD" ? null : exportUser(services, context.var.user);
    return new Response(archive, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="toolweave-${day}.zip"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  });

  app.delete("/users/me", async (context) => {
    await deleteUser(services, context.var.user.userId);
    // whoever comes back is somebody new
    for (const cookie of cookies?.expire(context.req.raw) ?? []) context.header("set-cookie", cookie, { append: true });
    return context.body(null, 204);
  });
}
