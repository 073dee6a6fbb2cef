import { type NextRequest, NextResponse } from "next/server";
import { pageRules } from "@/lib/server/pages";

/**
 * Gives every page its own nonce, so that only the page's own scripts run, and every visitor the cookie by which the api
 * knows them. Pages are rendered per request for that.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const path = decode(pathname);
  if (path === undefined) return refuseAddress(pathname.startsWith("/api/"));
  if (path.startsWith("/api/") && isCutOff(request)) return refuseUpload(path);
  // as it was sent: Next answers `/api%2Fx` and `/%61pi/x`, which only read like the interface, with a page
  if (pathname.startsWith("/api/")) return NextResponse.next();
  const { cookieFor, refuseHost, frameAncestors } = pageRules();
  const refusal = refuseHost(request);
  if (refusal) return refuse(403, refusal.message);
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, frameAncestors);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy); // Next reads the nonce for its own scripts from here
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  const cookie = isOpened(request) ? cookieFor(request) : undefined;
  if (cookie) response.headers.append("set-cookie", cookie);
  return response;
}

export const config = {
  matcher: [
    // whole names: a page whose address only begins like one of these has its policy
    { source: "/((?!api/|_next/static/|icon\\.svg$).*)" },
    { source: "/api/(.*%.*)" }, // of the interface only what may be no address at all
  ],
};

/** What browser tools use is for this page alone; the rest is for nobody, whatever a script wants. */
const OWN_FEATURES = ["clipboard-read", "clipboard-write", "fullscreen", "geolocation", "microphone"];
const DENIED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "gyroscope",
  "hid",
  "magnetometer",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const PAGE_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": [
    ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
  ].join(", "),
};

const REFUSAL_HEADERS = {
  ...PAGE_HEADERS,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/**
 * A page that somebody opens, which alone may get a new visitor's cookie: with a form that another site sends here the
 * browser withholds the cookie it has, and would let a new one take its place.
 */
function isOpened({ method, headers }: NextRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return headers.get("sec-fetch-site") !== "cross-site" || headers.get("sec-fetch-dest") === "document";
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** What Next passes on of a body whose request has come by here; the rest is lost without a word. */
const MAX_PASSED_BYTES = 10 * 1024 * 1024;

function isCutOff({ method, headers }: NextRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const length = headers.get("content-length");
  return length === null ? headers.has("transfer-encoding") : Number(length) > MAX_PASSED_BYTES;
}

/** Only with a percent sign in its address does an upload come by here. */
function refuseUpload(path: string): NextResponse {
  const message = `Nothing as large as this can be sent to an address with a percent sign. Send it to ${path} as it reads here.`;
  return NextResponse.json({ code: "bad_request", message }, { status: 400, headers: REFUSAL_HEADERS });
}

/** Next itself answers an address that it cannot decode with a bare 500. */
function refuseAddress(isForProgram: boolean): NextResponse {
  const message = "This address has a percent sign that begins no character. Check it, or start from the first page.";
  if (!isForProgram) return refuse(400, message);
  return NextResponse.json({ code: "bad_request", message }, { status: 400, headers: REFUSAL_HEADERS });
}

function refuse(status: number, message: string): NextResponse {
  return new NextResponse(message, {
    status,
    headers: { ...REFUSAL_HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}

function contentSecurityPolicy(nonce: string, frameAncestors: readonly string[]): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'", // attributes cannot carry a nonce; sizes, colours, formulas and charts are in them
    "img-src 'self' data: blob: https:", // an image that a model wrote is loaded when the person asks for it, never before
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self'", // the artifact frame, which therefore cannot lead itself elsewhere
    "worker-src 'self' blob:", // the timer that renews a browser tool's lease while the tab is hidden
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
  ].join("; ");
}
