import { type Reply, readReply } from "./read-reply";

/** A live frame that draws, one diagram after the other. */
export type DrawingFrame = {
  /** Sends one message; the reply, or undefined where none comes in time. */
  readonly ask: (message: object, isReply: (reply: Reply) => boolean, timeoutMs: number) => Promise<Reply | undefined>;
  /** False once it is closed, by itself or because the page around it is gone. */
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

/** The library and its code: some megabytes, over a slow network. */
const LOAD_TIMEOUT_MS = 60_000;
/** The script speaks before its page has loaded; a page that stays silent is another one, such as an error's. */
const SILENCE_MS = 5_000;
/** Each question has one answer; what says so much more is not what was loaded. */
const MAX_UNASKED = 20;

/**
 * Opens the page that draws, where nobody sees, hears or reaches it: `inert`, so that it can take no focus. Undefined
 * where it does not load. Only what that very frame says is read, and a frame that says too much is closed.
 */
export async function openDrawingFrame(host: HTMLElement, url: string): Promise<DrawingFrame | undefined> {
  const { ownerDocument } = host;
  const page = ownerDocument.defaultView;
  if (page === null) return undefined;
  const element = ownerDocument.createElement("iframe");
  element.className = "tw-drawing-frame";
  element.setAttribute("sandbox", "allow-scripts");
  element.referrerPolicy = "no-referrer";
  element.inert = true;
  element.ariaHidden = "true";
  element.tabIndex = -1;
  let waiting: { isReply: (reply: Reply) => boolean; settle: (reply: Reply | undefined) => void } | undefined;
  let unasked = 0;
  let isSilent = true;

  const close = () => {
    page.removeEventListener("message", onMessage);
    element.remove();
    waiting?.settle(undefined);
  };
  const onMessage = (event: MessageEvent) => {
    if (event.source === null || event.source !== element.contentWindow) return;
    const reply = readReply(event.data);
    if (reply !== undefined && waiting?.isReply(reply)) return waiting.settle(reply);
    unasked += 1;
    if (unasked > MAX_UNASKED) close();
  };
  const wait = (isReply: (reply: Reply) => boolean, timeoutMs: number) =>
    new Promise<Reply | undefined>((resolve) => {
      const settle = (reply: Reply | undefined) => {
        page.clearTimeout(timer);
        waiting = undefined;
        resolve(reply);
      };
      const timer = page.setTimeout(() => settle(undefined), timeoutMs);
      waiting = { isReply, settle };
    });

  page.addEventListener("message", onMessage);
  const ready = wait(({ kind }) => kind === "ready", LOAD_TIMEOUT_MS);
  const onLoad = () => page.setTimeout(() => isSilent && waiting?.settle(undefined), SILENCE_MS);
  element.addEventListener("load", onLoad, { once: true });
  element.src = url;
  host.append(element);
  const isReady = (await ready) !== undefined;
  isSilent = false;
  if (!isReady) {
    close();
    return undefined;
  }
  return {
    ask: (message, isReply, timeoutMs) => {
      const reply = wait(isReply, timeoutMs);
      element.contentWindow?.postMessage(message, "*"); // its origin is opaque and has no name
      return reply;
    },
    isOpen: () => element.isConnected && element.contentWindow !== null,
    close,
  };
}
