import { serialize } from "hono/utils/cookie";
import type { SigningKey, SigningKeys } from "./signing-keys";
import type { User } from "./user";

/** Browsers keep no cookie longer. */
const MAX_AGE_S = 400 * 24 * 60 * 60;
/** A cookie is renewed at most once a day. */
const RENEW_AFTER_S = 24 * 60 * 60;
/** How the ids of visitors begin. */
const VISITOR = "visitor-";
const VALUE = /^(?<userId>visitor-[0-9a-f-]{36})\.(?<expiresAtS>\d{10,11})\.(?<signature>[\w-]{43})$/;

/** The cookies by which the page's visitors are known. */
export type VisitorCookies = {
  /** `undefined`: no cookie of ours, or one that is forged, expired or signed with a secret that is not ours (any more). */
  read(request: Request): User | undefined;
  /** The `set-cookie` for the answer to a page: for a new visitor, or one whose cookie is to be renewed. */
  issue(request: Request): string | undefined;
  /** The `set-cookie`s that make a browser forget its visitor. */
  expire(request: Request): readonly string[];
};

type Visit = { readonly userId: string; readonly expiresAtS: number; readonly isNewestKey: boolean };

/**
 * A cookie holds the visitor's id, when it expires, and a signature of both; nothing is stored. Its name carries the id of
 * its key, since cookies know no ports: two servers on one machine must not take each other's visitors away. Over https it
 * has a name that no other host of the site can give a cookie, and no other name counts: what another host of the site, or
 * somebody on the way of an unencrypted request, has put there makes nobody their visitor.
 */
export function createVisitorCookies(keys: SigningKeys, now: () => number = Date.now): VisitorCookies {
  const nowS = () => Math.floor(now() / 1000);

  function find(request: Request): Visit | undefined {
    const header = request.headers.get("cookie");
    if (header === null) return undefined;
    for (const key of keys) {
      for (const value of valuesOf(header, nameOf(key, isHttps(request)))) {
        const visit = verify(key, value);
        if (visit && visit.expiresAtS > nowS()) return { ...visit, isNewestKey: key === keys[0] };
      }
    }
    return undefined;
  }

  return {
    read(request) {
      const visit = find(request);
      return visit && { userId: visit.userId };
    },

    issue(request) {
      const visit = find(request);
      const secure = isHttps(request);
      const isFresh = visit?.isNewestKey && visit.expiresAtS > nowS() + MAX_AGE_S - RENEW_AFTER_S;
      if (isFresh) return undefined;
      const [key] = keys;
      const text = `${visit?.userId ?? `${VISITOR}${crypto.randomUUID()}`}.${nowS() + MAX_AGE_S}`;
      return serialize(nameOf(key, secure), `${text}.${key.sign(text)}`, {
        path: "/",
        httpOnly: true,
        sameSite: "Lax",
        secure,
        maxAge: MAX_AGE_S,
      });
    },

    expire(request) {
      const secure = isHttps(request);
      return keys.map((key) =>
        serialize(nameOf(key, secure), "", { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: 0 }),
      );
    },
  };
}

/** Whether a user is known by a cookie alone, of which anybody is given as many as they like. */
export function isVisitor(userId: string): boolean {
  return userId.startsWith(VISITOR);
}

const nameOf = ({ id }: SigningKey, isSecure: boolean) => `${isSecure ? "__Host-" : ""}toolweave_${id}`;

/** All of a name: whoever serves another path or host of this site can put one of ours before the good one. */
function valuesOf(header: string, name: string): string[] {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

function verify(key: SigningKey, value: string): Pick<Visit, "userId" | "expiresAtS"> | undefined {
  const parts = VALUE.exec(value)?.groups as Record<"userId" | "expiresAtS" | "signature", string> | undefined;
  if (!parts || !key.verifies(`${parts.userId}.${parts.expiresAtS}`, parts.signature)) return undefined;
  return { userId: parts.userId, expiresAtS: Number(parts.expiresAtS) };
}

function isHttps(request: Request): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  return (forwarded ?? new URL(request.url).protocol.slice(0, -1)) === "https";
}
