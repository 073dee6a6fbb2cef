/** What executes browser tools, as a file of its own: a page needs it when the first of them is asked for. */
export function loadHeadlessPage(): Promise<typeof import("./headless-page")> {
  return import("./headless-page");
}
