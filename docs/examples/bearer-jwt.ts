import { type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Auth } from "@/lib/server/users";

export type BearerJwtOptions = {
  /** The keys of whoever issues the tokens: `createRemoteJWKSet(new URL("https://issuer.example/.well-known/jwks.json"))`. */
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
};

/** Users are known by a signed token in `authorization: Bearer …`; the token's subject is the user. */
export function bearerJwt({ keys, issuer, audience }: BearerJwtOptions): Auth {
  return async (request) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === undefined) return refuse("Send a token as authorization: Bearer …");
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, audience, requiredClaims: ["sub", "exp"] });
      return { userId: `${payload.sub}`, ...(typeof payload.scope === "string" ? { scope: payload.scope } : {}) };
    } catch {
      return refuse("This token is not valid (any more). Sign in again."); // which of its checks failed is not told
    }
  };
}

function refuse(message: string): Response {
  return Response.json(
    { code: "unauthenticated", message },
    { status: 401, headers: { "www-authenticate": "Bearer" } },
  );
}
