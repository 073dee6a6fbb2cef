import type { ApiKeys } from "./api-keys";
import { assertUser, EVERYONE, type User, unauthenticated } from "./user";
import type { VisitorCookies } from "./visitor-cookie";

/**
 * Who a request comes from. `"none"`: nobody is asked, and everybody is one user. A function says it for each request, or
 * refuses it with a Response of its own; it is given the request without its body.
 */
export type Auth = "none" | ((request: Request) => User | Response | Promise<User | Response>);

/** `undefined`: the request says not who it is. Rejects with `unauthenticated` for a key that is not known. */
export type Authenticate = (request: Request) => Promise<User | Response | undefined>;

/** Without a word in the configuration: a key in `x-api-key`, as LangChain's clients send it, else the page's cookie. */
export function createAuthenticate(
  auth: Auth | undefined,
  parts: { readonly apiKeys: ApiKeys; readonly cookies: VisitorCookies },
): Authenticate {
  if (auth === "none") return async () => EVERYONE;
  if (auth !== undefined) return (request) => ask(auth, request);
  return async (request) => {
    const key = request.headers.get("x-api-key");
    if (!key) return parts.cookies.read(request);
    const user = parts.apiKeys(key);
    if (user) return user;
    throw unauthenticated("This x-api-key is not known here. Send one of TOOLWEAVE_API_KEYS.");
  };
}

async function ask(auth: Exclude<Auth, "none">, { url, method, headers }: Request): Promise<User | Response> {
  const answer = await auth(new Request(url, { method, headers }));
  if (answer instanceof Response) return answer;
  assertUser(answer);
  return answer;
}
