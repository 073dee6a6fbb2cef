import { act, type ReactNode, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const roots: { root: Root; container: HTMLElement }[] = [];

/** Renders into the page; `rerender` shows something else in the same place. */
export async function render(node: ReactNode, { isStrict = false }: { isStrict?: boolean } = {}) {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  roots.push({ root, container });
  const show = (shown: ReactNode) => act(async () => root.render(isStrict ? <StrictMode>{shown}</StrictMode> : shown));
  await show(node);
  return {
    container,
    rerender: show,
    unmount: () => act(async () => root.unmount()),
    text: () => container.textContent ?? "",
  };
}

export async function cleanUp(): Promise<void> {
  for (const { root, container } of roots.splice(0)) {
    await act(async () => root.unmount());
    container.remove();
  }
}

const MAX_WAIT_MS = 5_000;

/** Lets the page go on until this holds. */
export async function until(isTrue: () => boolean): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS;
  while (!isTrue()) {
    if (performance.now() > endMs)
      throw new Error(`never happened: ${isTrue}; the page says "${document.body.textContent}"`);
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
}
