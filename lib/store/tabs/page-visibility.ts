/** Whether somebody can see this page. */
export type PageVisibility = {
  isHidden(): boolean;
  /** Calls at every change; the returned function ends it. */
  onChange(listener: () => void): () => void;
};

/** The document's own word. Where there is no document there is nothing to hide. */
export const browserVisibility: PageVisibility = {
  isHidden: () => globalThis.document?.visibilityState === "hidden",
  onChange: (listener) => {
    const page = globalThis.document;
    page?.addEventListener("visibilitychange", listener);
    return () => page?.removeEventListener("visibilitychange", listener);
  },
};
