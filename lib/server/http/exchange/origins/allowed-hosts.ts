import { ToolweaveError } from "@/lib/errors";
import { readOrigins } from "./allowed-origins";
import { hostnameOf, isLoopbackName } from "./loopback";

/** The refusal of a request by the name that it calls this server; `undefined`: it may. */
export type RefuseHost = (request: Request) => ToolweaveError | undefined;

type Settings = {
  /** Addresses under which people reach the chat. Without them: TOOLWEAVE_OWN_ORIGINS. */
  readonly ownOrigins?: readonly string[] | undefined;
  /** Pages that may use the api: what runs under their names is trusted already. */
  readonly allowedOrigins?: readonly string[] | undefined;
};

const MAX_SHOWN_CHARACTERS = 100;

/**
 * A server that listens on this machine only is asked by this machine's names, or by those of a proxy in front that it was
 * told. Whatever else a browser calls it is a name whose owner has pointed it here (DNS rebinding): to the browser that
 * owner's pages are then ours. HOST says where the server listens; any other than loopback has names that nobody can know.
 * Throws a TypeError for what is no origin.
 */
export function readHosts(
  { ownOrigins, allowedOrigins }: Settings,
  env: Readonly<Record<string, string | undefined>> = {},
): RefuseHost {
  const named = [
    ...readOrigins(ownOrigins, env.TOOLWEAVE_OWN_ORIGINS, "TOOLWEAVE_OWN_ORIGINS"),
    ...readOrigins(allowedOrigins, env.TOOLWEAVE_ALLOWED_ORIGINS, "TOOLWEAVE_ALLOWED_ORIGINS"),
  ];
  const names = new Set(named.map((origin) => new URL(origin).hostname));
  const listensOn = env.HOST?.trim() || "127.0.0.1";
  if (!isLoopbackName(hostnameOf(listensOn) ?? (listensOn === "::1" ? "[::1]" : ""))) return () => undefined;
  return ({ headers, url }) => {
    const host = headers.get("host") ?? new URL(url).host;
    const name = hostnameOf(host);
    if (name !== undefined && (isLoopbackName(name) || names.has(name))) return undefined;
    return refused(host.slice(0, MAX_SHOWN_CHARACTERS));
  };
}

function refused(host: string): ToolweaveError {
  return new ToolweaveError(
    "unauthorized",
    `This server is for this machine only, and "${host}" is no name of it: open it as localhost. ` +
      `Where a proxy serves it under that name, set TOOLWEAVE_OWN_ORIGINS to its address (https://${host}).`,
    { context: { host } },
  );
}
