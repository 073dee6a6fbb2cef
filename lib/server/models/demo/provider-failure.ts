/**
 * An error as a provider's SDK throws it: `status` is the HTTP status, and the text begins with it.
 * LangChain and our server read nothing else of it.
 */
export class DemoProviderError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status} ${message}`);
    this.name = "DemoProviderError";
    this.status = status;
  }
}

/** A connection that closed in the middle of a body, as Node's fetch reports it: no status, since the answer had begun. */
export function brokenConnection(): Error {
  const cause = Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
  return new TypeError("terminated", { cause });
}
