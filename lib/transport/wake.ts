/** Calls the listener whenever the page comes back to life; the returned function ends that. */
export type WakeSource = (listener: () => void) => () => void;

/** The browser is sure that there is no network. It may still reach its own machine, and it may be wrong the other way. */
export function browserIsOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/**
 * The browser's own signs of life: the tab is shown, the page comes out of the back-forward cache, the network is back.
 * Outside a browser it never calls.
 */
export const browserWake: WakeSource = (listener) => {
  if (typeof window === "undefined" || typeof document === "undefined") return () => {};
  const whenVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  document.addEventListener("visibilitychange", whenVisible);
  window.addEventListener("pageshow", listener);
  window.addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", whenVisible);
    window.removeEventListener("pageshow", listener);
    window.removeEventListener("online", listener);
  };
};
