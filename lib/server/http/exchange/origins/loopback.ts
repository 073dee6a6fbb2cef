/** `name` or `name:port`, and nothing that a parser of addresses would read as something else. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The name in a Host header, without its port and in one spelling. `undefined`: it is none. */
export function hostnameOf(host: string): string | undefined {
  const address = `http://${host.trim()}/`;
  if (!HOST.test(host.trim()) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, "");
}

/** True for names of this machine that no resolver can give to somebody else. */
export function isLoopbackName(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return /^127(\.\d{1,3}){3}$/.test(hostname);
}
