import { type NextRequest, NextResponse } from "next/server";
import { pageCookie } from "@/lib/server/users";

/**
 * Gives every page its own nonce, so that only the page's own scripts run, and every visitor the cookie by which the api
 * knows them. Pages are rendered per request for that.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  if (!isDecodable(pathname)) return refuseAddress(pathname.startsWith("/api/"));
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy); // Next reads the nonce for its own scripts from here
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  const cookie = pageCookie(request);
  if (cookie) response.headers.append("set-cookie", cookie);
  return response;
}

export const config = {
  matcher: [
    { source: "/((?!api|_next/static|_next/image|icon.svg|favicon.ico).*)" },
    { source: "/api/(.*%.*)" }, // of the interface only what may be no address at all
  ],
};

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Next itself answers an address that it cannot decode with a bare 500. */
function refuseAddress(isForProgram: boolean): NextResponse {
  const message = "This address has a percent sign that begins no character. Check it, or start from the first page.";
  if (isForProgram) return NextResponse.json({ code: "bad_request", message }, { status: 400 });
  return new NextResponse(message, { status: 400, headers: { "content-type": "text/plain; charset=utf-8" } });
}

function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'", // style attributes cannot carry a nonce
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:", // the timer that renews a browser tool's lease while the tab is hidden
    "frame-src 'self'", // the artifact frame, which this also keeps from going elsewhere
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}
