import { getToken } from "@auth/core/jwt";
import type { Auth } from "@/lib/server/users";

/**
 * Users are those of Auth.js (`next-auth`), known by its session cookie. `secret` is AUTH_SECRET. For the strategy `jwt`,
 * which is its default without a database.
 */
export function authJs({ secret }: { readonly secret: string }): Auth {
  return async (request) => {
    const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
    const isSecure = (forwarded ?? new URL(request.url).protocol.slice(0, -1)) === "https";
    const token = await getToken({ req: request, secret, secureCookie: isSecure }).catch(() => null);
    const userId = token?.sub;
    if (userId) return { userId, display_name: token.name ?? userId };
    return Response.json({ code: "unauthenticated", message: "Sign in to go on." }, { status: 401 });
  };
}
