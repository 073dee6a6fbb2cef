/** The `set-cookie` for the answer to a page; `undefined` where there is nothing to set. */
export type PageCookie = (request: Request) => string | undefined;

const PLACE = Symbol.for("toolweave.page-cookie");

type Holder = { [PLACE]?: PageCookie };

/** Hands a server's cookies to whatever answers its pages in this process, which may be bundled apart. */
export function sharePageCookie(issue: PageCookie): void {
  (globalThis as Holder)[PLACE] = issue;
}

/** What a page's answer must set so that its visitor is known to the api. Nothing before the server has started. */
export function pageCookie(request: Request): string | undefined {
  return (globalThis as Holder)[PLACE]?.(request);
}
