import { isDeadRoute } from "../dead-routes";
import type { App } from "../services";

/**
 * The answer to a method that a known path does not take: 405 with those that it does. `undefined`: the path is unknown.
 * `path` is what the request asked for.
 */
export function methodNotAllowed(
  { routes, basePath }: { readonly routes: App["routes"]; readonly basePath: string },
  method: string,
  path: string,
): Response | undefined {
  const prefix = basePath.replace(/\/$/, "");
  const served = routes.filter((route) => route.method !== "ALL" && matches(route.path, path));
  const methods = served
    .filter((route) => !isDeadRoute(route.method, route.path.slice(prefix.length)))
    .map((route) => route.method);
  if (methods.length === 0) return undefined;
  const allow = [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].sort().join(", ");
  const message = `${method} is not for ${path}, which takes ${allow}.`;
  return Response.json({ code: "unsupported", message }, { status: 405, headers: { allow } });
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern, path].map((place) => place.split("/").filter(Boolean)) as [string[], string[]];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(":") || part === given[index]);
}
