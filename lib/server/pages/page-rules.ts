/** What whoever answers the pages of a server must know of it. */
export type PageRules = {
  /** The `set-cookie` by which the api will know the page's visitor; `undefined` where there is nothing to set. */
  cookieFor(request: Request): string | undefined;
  /** Why the name that a request calls this server is refused; `undefined`: it is not. */
  refuseHost(request: Request): Error | undefined;
  /** Origins that may show the pages in a frame, besides their own. */
  readonly frameAncestors: readonly string[];
};

const PLACE = Symbol.for("toolweave.page-rules");

type Holder = { [PLACE]?: PageRules };

/** Hands a server's rules to whatever answers its pages in this process, which may be bundled apart. */
export function sharePageRules(rules: PageRules): void {
  (globalThis as Holder)[PLACE] = rules;
}

const NOT_STARTED: PageRules = { cookieFor: () => undefined, refuseHost: () => undefined, frameAncestors: [] };

/** Before the server has started nobody is known, and nothing is allowed. */
export function pageRules(): PageRules {
  return (globalThis as Holder)[PLACE] ?? NOT_STARTED;
}
