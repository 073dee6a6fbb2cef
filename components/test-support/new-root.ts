import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

/** An element in the page and React's root in it; both are gone when the test ends. */
export function newRoot() {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  return { host, root };
}
